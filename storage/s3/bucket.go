package s3

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"iter"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	v4 "github.com/aws/aws-sdk-go-v2/aws/signer/v4"
	"github.com/aws/smithy-go/encoding/httpbinding"

	"github.com/pagelift/pagelift/storage"
)

// Bucket is a storage.Bucket of S3.
type Bucket struct {
	config      Config
	base        *url.URL
	region      string
	credentials aws.CredentialsProvider // nil: requests are not signed
	signer      *v4.Signer
	client      *http.Client
}

var _ storage.Bucket = (*Bucket)(nil)

// Time limits of the default client. A service answers within seconds, or not at all.
const (
	dialTimeout   = 10 * time.Second
	answerTimeout = time.Minute
)

// Open makes a bucket. It sends nothing yet. If the Config has no credentials, they are the first of these:
// AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; the role AWS_ROLE_ARN for the token in
// AWS_WEB_IDENTITY_TOKEN_FILE (EKS); those from the address in AWS_CONTAINER_CREDENTIALS_RELATIVE_URI or _FULL_URI
// (ECS, EKS Pod Identity); those of the EC2 instance. Profiles in files are not read.
func Open(config Config) (*Bucket, error) {
	base, err := config.base()
	if err != nil {
		return nil, err
	}
	b := &Bucket{config: config, base: base, region: config.region(), client: config.Client}
	if b.client == nil {
		b.client = newClient()
	}
	b.signer = v4.NewSigner(func(o *v4.SignerOptions) { o.DisableURIPathEscaping = true }) // only S3 escapes just once
	switch {
	case config.Anonymous:
	case config.Credentials != nil:
		b.credentials = config.Credentials
	default:
		if b.credentials, err = findCredentials(b.region, b.client); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// newClient returns the default client. It follows no redirects: S3 redirects if the region is wrong, and then the
// signature would be wrong, too.
func newClient() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext = dialer.DialContext
	t.ResponseHeaderTimeout = answerTimeout
	t.MaxIdleConnsPerHost = t.MaxIdleConns // there is only one host
	t.DisableCompression = true            // objects are stored as they are
	return &http.Client{
		Transport:     t,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func isIP(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil
}

// Put sends an object with its length and its SHA-256. An object that cannot be read twice is first written to a
// file in TempDir. So a slow client holds no connection to the service.
func (b *Bucket) Put(ctx context.Context, key string, r io.Reader, mediaType string) (err error) {
	if err := storage.CheckKey(key); err != nil {
		return err
	}
	p, err := newPayload(r, b.config.TempDir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	header := http.Header{}
	set := func(name, value string) {
		if value != "" {
			header.Set(name, value)
		}
	}
	set("Content-Type", mediaType)
	set("X-Amz-Server-Side-Encryption", b.config.Encryption)
	set("X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id", b.config.KMSKey)
	resp, err := b.send(ctx, request{method: http.MethodPut, key: key, header: header, body: p})
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Delete deletes an object.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if storage.CheckKey(key) != nil {
		return nil
	}
	resp, err := b.send(ctx, request{method: http.MethodDelete, key: key})
	if errors.Is(err, fs.ErrNotExist) {
		return nil // Google answers so
	}
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// listed is the answer to ListObjectsV2.
type listed struct {
	Contents []struct {
		Key          string
		LastModified time.Time
	}
	IsTruncated           bool
	NextContinuationToken string
}

// maxList bounds an answer: 1,000 objects, each with a key of 1,024 bytes, perhaps escaped, and some hundred other
// bytes.
const maxList = 8 << 20

// List requests one page after the other.
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[storage.Object, error] {
	return func(yield func(storage.Object, error) bool) {
		query := url.Values{"list-type": {"2"}, "prefix": {prefix}}
		for {
			page, err := b.list(ctx, query)
			if err != nil {
				yield(storage.Object{}, err)
				return
			}
			for _, o := range page.Contents {
				if !yield(storage.Object{Key: o.Key, ModTime: o.LastModified}, nil) {
					return
				}
			}
			if !page.IsTruncated || page.NextContinuationToken == "" {
				return
			}
			query.Set("continuation-token", page.NextContinuationToken)
		}
	}
}

func (b *Bucket) list(ctx context.Context, query url.Values) (page listed, err error) {
	resp, err := b.send(ctx, request{method: http.MethodGet, query: query})
	if err != nil {
		return page, err
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	err = xml.NewDecoder(io.LimitReader(resp.Body, maxList)).Decode(&page)
	return page, err
}

// url returns the address of an object. Every byte is escaped that S3 escapes in the text to be signed.
func (b *Bucket) url(key string, query url.Values) *url.URL {
	u := *b.base
	u.Path += key
	u.RawPath = httpbinding.EscapePath(u.Path, false)
	u.RawQuery = strings.ReplaceAll(query.Encode(), "+", "%20")
	return &u
}
