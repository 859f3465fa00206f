package s3

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// Config says where a bucket is. Only Bucket is required.
type Config struct {
	// Bucket is the name of the bucket.
	Bucket string

	// Region is Amazon's region. Defaults to AWS_REGION, AWS_DEFAULT_REGION and us-east-1, in this order. Other
	// services accept any.
	Region string

	// Endpoint is the address of another service, such as https://storage.googleapis.com.
	// Defaults to AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL and Amazon's address for the region.
	Endpoint string

	// PathStyle puts the name of the bucket into the path instead of before the host. Endpoints that are IP
	// addresses, and names with a dot, always have it there.
	PathStyle bool

	// Anonymous sends requests without a signature.
	Anonymous bool

	// Encryption says how the service encrypts objects: AES256, aws:kms or aws:kms:dsse, with the key KMSKey if
	// that is set. Empty: as the bucket is configured.
	Encryption, KMSKey string

	// Credentials are the keys that sign requests. nil: they are found as described at Open.
	Credentials aws.CredentialsProvider

	// TempDir is the folder for objects whose size is not known before their end. Defaults to os.TempDir.
	TempDir string

	// Client sends the requests. nil: one that waits 10 s for a connection and a minute for the header of an
	// answer.
	Client *http.Client

	_ struct{} // callers must name the fields, so that fields can be added
}

// ParseURL reads an address such as s3://bucket?region=eu-central-1. Its parameters are region, endpoint,
// use_path_style, anonymous, ssetype and kmskeyid; they have the meanings of the fields of Config.
func ParseURL(u *url.URL) (Config, error) {
	c := Config{Bucket: u.Host}
	var errs []error
	if u.Scheme != "s3" || strings.Trim(u.Path, "/") != "" || u.User != nil || u.Fragment != "" {
		errs = append(errs, errors.New("s3: the address has more than s3://BUCKET and parameters"))
	}
	for name, values := range u.Query() {
		var err error
		switch value := values[len(values)-1]; name {
		case "region":
			c.Region = value
		case "endpoint":
			c.Endpoint = value
		case "use_path_style", "s3ForcePathStyle":
			c.PathStyle, err = strconv.ParseBool(value)
		case "anonymous":
			c.Anonymous, err = strconv.ParseBool(value)
		case "ssetype":
			c.Encryption = value
		case "kmskeyid":
			c.KMSKey = value
		default:
			err = errors.New("is no parameter")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("s3: %s: %w", name, err))
		}
	}
	return c, errors.Join(errs...)
}

// defaultRegion is the region for services that have none, as their documentation says.
const defaultRegion = "us-east-1"

func (c *Config) region() string {
	return cmp.Or(c.Region, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), defaultRegion)
}

// base returns the address of the bucket, with the slash before the keys.
func (c *Config) base() (*url.URL, error) {
	if c.Bucket == "" || strings.ContainsAny(c.Bucket, "/?#%: ") {
		return nil, fmt.Errorf("s3: %q is no name of a bucket", c.Bucket)
	}
	endpoint := cmp.Or(c.Endpoint, os.Getenv("AWS_ENDPOINT_URL_S3"), os.Getenv("AWS_ENDPOINT_URL"), amazon("s3", c.region()))
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("s3: %q is no address of a service", endpoint)
	}
	u.Path = "/"
	if c.PathStyle || strings.Contains(c.Bucket, ".") || isIP(u.Hostname()) {
		u.Path = "/" + c.Bucket + "/"
	} else {
		u.Host = c.Bucket + "." + u.Host
	}
	return u, nil
}

// amazon returns the address of one of Amazon's services.
func amazon(service, region string) string {
	host := service + "." + region + ".amazonaws.com"
	if strings.HasPrefix(region, "cn-") {
		host += ".cn"
	}
	return "https://" + host
}
