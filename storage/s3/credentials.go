package s3

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/credentials/ec2rolecreds"
	"github.com/aws/aws-sdk-go-v2/credentials/endpointcreds"
)

// containerHost is where ECS gives a container its credentials.
const containerHost = "http://169.254.170.2"

// expiryWindow is how long before their end credentials are requested again. It is longer than a request may take.
const expiryWindow = 5 * time.Minute

// findCredentials returns the first credentials that the environment has; see Open.
func findCredentials(region string, client *http.Client) (aws.CredentialsProvider, error) {
	env := os.Getenv
	if id, secret := env("AWS_ACCESS_KEY_ID"), env("AWS_SECRET_ACCESS_KEY"); id != "" || secret != "" {
		if id == "" || secret == "" {
			return nil, errors.New("s3: of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY only one is set")
		}
		return credentials.NewStaticCredentialsProvider(id, secret, env("AWS_SESSION_TOKEN")), nil
	}
	var provider aws.CredentialsProvider
	full := env("AWS_CONTAINER_CREDENTIALS_FULL_URI")
	if relative := env("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"); relative != "" {
		full = containerHost + relative
	}
	switch file := env("AWS_WEB_IDENTITY_TOKEN_FILE"); {
	case file != "":
		provider = &webIdentity{
			endpoint: cmp.Or(env("AWS_ENDPOINT_URL_STS"), amazon("sts", region)), client: client,
			file: file, role: env("AWS_ROLE_ARN"), session: cmp.Or(env("AWS_ROLE_SESSION_NAME"), "pagelift"),
		}
	case full != "":
		provider = endpointcreds.New(full, func(o *endpointcreds.Options) {
			o.AuthorizationToken = env("AWS_CONTAINER_AUTHORIZATION_TOKEN")
			if file := env("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"); file != "" {
				o.AuthorizationTokenProvider = endpointcreds.TokenProviderFunc(func() (string, error) { return readToken(file) })
			}
		})
	default:
		if disabled, _ := strconv.ParseBool(env("AWS_EC2_METADATA_DISABLED")); disabled {
			return nil, errors.New("s3: the environment has no credentials")
		}
		provider = ec2rolecreds.New()
	}
	return aws.NewCredentialsCache(provider, func(o *aws.CredentialsCacheOptions) { o.ExpiryWindow = expiryWindow }), nil
}

// maxToken bounds a token in a file. Those of Kubernetes have some thousand bytes.
const maxToken = 64 << 10

func readToken(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxToken))
	return strings.TrimSpace(string(data)), err
}

// webIdentity exchanges the token in a file for the credentials of a role, by the operation
// AssumeRoleWithWebIdentity of Amazon's STS. Its requests are not signed.
type webIdentity struct {
	endpoint            string
	client              *http.Client
	file, role, session string
}

// Retrieve requests credentials for an hour.
func (w *webIdentity) Retrieve(ctx context.Context) (c aws.Credentials, err error) {
	token, err := readToken(w.file)
	if err != nil {
		return c, err
	}
	form := url.Values{
		"Action": {"AssumeRoleWithWebIdentity"}, "Version": {"2011-06-15"},
		"RoleArn": {w.role}, "RoleSessionName": {w.session}, "WebIdentityToken": {token},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return c, err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := w.client.Do(req)
	if err != nil {
		return c, err
	}
	defer resp.Body.Close()
	var answer struct {
		Error struct{ Code, Message string }
		Given struct {
			AccessKeyId, SecretAccessKey, SessionToken string
			Expiration                                 time.Time
		} `xml:"AssumeRoleWithWebIdentityResult>Credentials"`
	}
	err = xml.NewDecoder(io.LimitReader(resp.Body, maxErrorBytes)).Decode(&answer)
	if resp.StatusCode != http.StatusOK {
		return c, fmt.Errorf("the role %s: answered %d %s: %s", w.role, resp.StatusCode, answer.Error.Code, answer.Error.Message)
	}
	if g := answer.Given; err == nil && (g.AccessKeyId == "" || g.SecretAccessKey == "") {
		err = errors.New("the answer has no credentials")
	}
	return aws.Credentials{
		AccessKeyID: answer.Given.AccessKeyId, SecretAccessKey: answer.Given.SecretAccessKey, SessionToken: answer.Given.SessionToken,
		CanExpire: true, Expires: answer.Given.Expiration, Source: "AssumeRoleWithWebIdentity",
	}, err
}
