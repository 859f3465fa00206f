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

// Config says where a bucket is. Only Bucket is needed.
type Config struct {
	// Bucket is its name.
	Bucket string

	// Region is Amazon's region. Defaults to AWS_REGION, AWS_DEFAULT_REGION and us-east-1, in
	// this order; other services take any.
	Region string

	// Endpoint is the address of another service, such as https://storage.googleapis.com.
	// Defaults to AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL and Amazon's address for the region.
	Endpoint string

	// PathStyle puts the name of the bucket into the path, not before the host. Endpoints that
	// are IP addresses, and names with a dot, have it so in any case.
	PathStyle bool

	// Anonymous sends requests without a signature.
	Anonymous bool

	// Encryption is how the service is to encrypt what it keeps: AES256, aws:kms or
	// aws:kms:dsse, with the key KMSKey if one is named. Empty: as the bucket says.
	Encryption, KMSKey string

	// Credentials are the keys that requests are signed with. nil: looked for where Amazon's
	// programs look; see the documentation of Open.
	Credentials aws.CredentialsProvider

	// TempDir is where an object waits whose size is not known before its end. Defaults to
	// os.TempDir.
	TempDir string

	// Client sends the requests. nil: one that waits 10 s for a connection and a minute for
	// the head of an answer.
	Client *http.Client

	_ struct{} // callers must name the fields, so that fields can be added
}

// ParseURL reads an address such as s3://bucket?region=eu-central-1. Its parameters are region,
// endpoint, use_path_style, anonymous, ssetype and kmskeyid, as the fields of Config.
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

// defaultRegion is the region of services that have none, as their own documentation says.
const defaultRegion = "us-east-1"

func (c *Config) region() string {
	return cmp.Or(c.Region, os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION"), defaultRegion)
}

// base is the address of the bucket, with the slash that keys follow.
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

// amazon is the address of one of Amazon's services.
func amazon(service, region string) string {
	host := service + "." + region + ".amazonaws.com"
	if strings.HasPrefix(region, "cn-") {
		host += ".cn"
	}
	return "https://" + host
}
