package s3_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/s3"
	"github.com/pagelift/pagelift/storage/storagetest"
)

// open returns a bucket at a server.
func open(t *testing.T, address string) *s3.Bucket {
	t.Helper()
	b, err := s3.Open(s3.Config{
		Bucket: "documents", Endpoint: address, TempDir: t.TempDir(),
		Credentials: credentials.NewStaticCredentialsProvider("key", "secret", ""),
	})
	require.NoError(t, err)
	return b
}

func TestBucket(t *testing.T) {
	t.Parallel()
	f := newFake(t)
	storagetest.Run(t, open(t, f.URL))
	require.NotZero(t, f.pages, "a list has several pages")
}

func TestBucketOfS3(t *testing.T) {
	t.Parallel()
	s := testkit.StartS3(t)
	b, err := s3.Open(s3.Config{
		Bucket: s.Bucket, Endpoint: s.URL, TempDir: t.TempDir(), Credentials: credentials.NewStaticCredentialsProvider(s.Key, s.Secret, ""),
	})
	require.NoError(t, err)
	storagetest.Run(t, b)
}

// TestWhatWaitsHasNoName checks that a temporary file has no name, so that nothing is left of it, however its
// process ends.
func TestWhatWaitsHasNoName(t *testing.T) {
	t.Parallel()
	f, temp := newFake(t), t.TempDir()
	b, err := s3.Open(s3.Config{Bucket: "documents", Endpoint: f.URL, TempDir: temp, Anonymous: true})
	require.NoError(t, err)
	r := io.MultiReader(strings.NewReader("half"), readerFunc(func([]byte) (int, error) {
		names, err := filepath.Glob(filepath.Join(temp, "*"))
		return 0, errors.Join(err, fmt.Errorf("broken off beside %q", names))
	}))
	require.ErrorContains(t, b.Put(t.Context(), "a", r, ""), "broken off beside []")

	require.NoError(t, os.Remove(temp))
	require.ErrorIs(t, b.Put(t.Context(), "a", io.MultiReader(strings.NewReader("whole")), ""), fs.ErrNotExist, "it waits there")
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestWhatPassesIsTriedAgain(t *testing.T) {
	t.Parallel()
	for name, fail := range map[string]http.HandlerFunc{
		"too much to do":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) },
		"connection lost": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, failures := newFake(t), 2
			address := serve(t, func(w http.ResponseWriter, r *http.Request) {
				if failures > 0 {
					failures--
					fail(w, r)
					return
				}
				f.ServeHTTP(w, r)
			})
			b := open(t, address)
			require.NoError(t, b.Put(t.Context(), "a", io.MultiReader(strings.NewReader("whole")), ""))
			data, err := storage.ReadAll(t.Context(), b, "a", 100)
			require.NoError(t, err)
			require.Equal(t, "whole", string(data))
		})
	}
}

func TestFailuresAreTold(t *testing.T) {
	t.Parallel()
	xml := func(status int, code string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "<Error><Code>"+code+"</Code><Message>so it is</Message></Error>")
		}
	}
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   s3.Error
	}{
		"no right":      {xml(403, "AccessDenied"), s3.Error{Status: 403, Code: "AccessDenied", Message: "so it is"}},
		"no bucket":     {xml(404, "NoSuchBucket"), s3.Error{Status: 404, Code: "NoSuchBucket", Message: "so it is"}},
		"never at ease": {xml(503, "SlowDown"), s3.Error{Status: 503, Code: "SlowDown", Message: "so it is"}},
		"no S3":         {func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }, s3.Error{Status: 404}},
		"elsewhere": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "https://elsewhere.invalid/")
			w.Header().Set("X-Amz-Bucket-Region", "eu-central-1")
			w.WriteHeader(http.StatusMovedPermanently)
		}, s3.Error{Status: 301, Region: "eu-central-1"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := open(t, serve(t, c.answer)).Open(t.Context(), "a")
			var got *s3.Error
			require.ErrorAs(t, err, &got)
			require.Equal(t, c.want, *got)
			require.NotErrorIs(t, err, fs.ErrNotExist)
		})
	}
}

// A reader returns one object, even if it reads in parts and another object replaces it.
func TestReadingNoticesAnotherObject(t *testing.T) {
	t.Parallel()
	b := open(t, newFake(t).URL)
	require.NoError(t, b.Put(t.Context(), "a", strings.NewReader("the first"), ""))
	r, err := b.Open(t.Context(), "a")
	require.NoError(t, err)
	require.NoError(t, b.Put(t.Context(), "a", strings.NewReader("the other"), ""))
	_, err = r.Seek(4, io.SeekStart)
	require.NoError(t, err)
	_, err = r.Read(make([]byte, 1))
	var answer *s3.Error
	require.ErrorAs(t, err, &answer)
	require.Equal(t, http.StatusPreconditionFailed, answer.Status)
	require.NoError(t, r.Close())
}

func TestRequestsAreSigned(t *testing.T) {
	t.Parallel()
	var got http.Header
	address := serve(t, func(w http.ResponseWriter, r *http.Request) { got = r.Header })
	b, err := s3.Open(s3.Config{
		Bucket: "documents", Endpoint: address, Region: "eu-north-1", Encryption: "aws:kms", KMSKey: "alias/key",
		Credentials: credentials.NewStaticCredentialsProvider("id", "secret", "token"),
	})
	require.NoError(t, err)
	require.NoError(t, b.Put(t.Context(), "a", strings.NewReader("content"), "text/css"))
	sum := sha256.Sum256([]byte("content"))
	require.Equal(t, hex.EncodeToString(sum[:]), got.Get("X-Amz-Content-Sha256"))
	require.Regexp(t, `^AWS4-HMAC-SHA256 Credential=id/\d{8}/eu-north-1/s3/aws4_request, SignedHeaders=content-length;content-type;host;x-amz-`, got.Get("Authorization"))
	for name, value := range map[string]string{
		"X-Amz-Security-Token": "token", "Content-Type": "text/css",
		"X-Amz-Server-Side-Encryption": "aws:kms", "X-Amz-Server-Side-Encryption-Aws-Kms-Key-Id": "alias/key",
	} {
		require.Equal(t, value, got.Get(name), name)
	}
}

func TestAddresses(t *testing.T) {
	for _, name := range []string{"AWS_REGION", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3"} {
		t.Setenv(name, "")
	}
	for address, want := range map[string]string{
		"s3://documents":                                                       "https://documents.s3.us-east-1.amazonaws.com/a%2Bb/c",
		"s3://documents?region=cn-north-1":                                     "https://documents.s3.cn-north-1.amazonaws.com.cn/a%2Bb/c",
		"s3://my.documents?region=eu-west-1":                                   "https://s3.eu-west-1.amazonaws.com/my.documents/a%2Bb/c",
		"s3://documents?endpoint=https://storage.googleapis.com":               "https://documents.storage.googleapis.com/a%2Bb/c",
		"s3://documents?endpoint=http://minio:9000&use_path_style=true":        "http://minio:9000/documents/a%2Bb/c",
		"s3://documents?endpoint=http://127.0.0.1:9000&region=anywhere":        "http://127.0.0.1:9000/documents/a%2Bb/c",
		"s3://documents?region=eu-west-1&ssetype=AES256&s3ForcePathStyle=true": "https://s3.eu-west-1.amazonaws.com/documents/a%2Bb/c",
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		config, err := s3.ParseURL(u)
		require.NoError(t, err)
		config.Anonymous = true
		var got string
		config.Client = &http.Client{Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
			got = r.URL.String()
			return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
		})}
		b, err := s3.Open(config)
		require.NoError(t, err)
		require.NoError(t, b.Delete(t.Context(), "a+b/c"))
		require.Equal(t, want, got, address)
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestBadAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"s3://": "no name of a bucket", "s3://documents/folder": "more than s3://BUCKET", "s3://documents?colour=red": "colour: is no parameter",
		"s3://documents?use_path_style=perhaps": "use_path_style: ", "s3://documents?endpoint=minio:9000": "no address of a service",
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		config, err := s3.ParseURL(u)
		if err == nil {
			_, err = s3.Open(config)
		}
		require.ErrorContains(t, err, want, address)
	}
}

func TestCredentials(t *testing.T) {
	clean := func(t *testing.T) {
		for _, name := range []string{
			"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_ROLE_ARN", "AWS_ENDPOINT_URL_STS",
			"AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI", "AWS_CONTAINER_AUTHORIZATION_TOKEN", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
		} {
			t.Setenv(name, "")
		}
	}
	token := filepath.Join(t.TempDir(), "token")
	require.NoError(t, os.WriteFile(token, []byte("who I am\n"), 0o600))
	// signer returns the id of the key that has signed a request, and its session.
	signer := func(t *testing.T) (id, session string) {
		t.Helper()
		b, err := s3.Open(s3.Config{Bucket: "documents", Endpoint: serve(t, func(w http.ResponseWriter, r *http.Request) {
			_, rest, _ := strings.Cut(r.Header.Get("Authorization"), "Credential=")
			id, _, _ = strings.Cut(rest, "/")
			session = r.Header.Get("X-Amz-Security-Token")
		})})
		require.NoError(t, err)
		require.NoError(t, b.Delete(t.Context(), "a"))
		return id, session
	}
	end := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)

	t.Run("environment", func(t *testing.T) {
		clean(t)
		t.Setenv("AWS_ACCESS_KEY_ID", "id")
		_, err := s3.Open(s3.Config{Bucket: "documents"})
		require.ErrorContains(t, err, "only one is set")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
		id, session := signer(t)
		require.Equal(t, [2]string{"id", ""}, [2]string{id, session})
	})
	t.Run("web identity", func(t *testing.T) {
		clean(t)
		t.Setenv("AWS_ENDPOINT_URL_STS", serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.FormValue("WebIdentityToken") != "who I am" || r.FormValue("RoleArn") != "arn:role" || r.FormValue("Action") != "AssumeRoleWithWebIdentity" {
				w.WriteHeader(http.StatusForbidden)
				_, _ = io.WriteString(w, "<ErrorResponse><Error><Code>AccessDenied</Code><Message>not you</Message></Error></ErrorResponse>")
				return
			}
			_, _ = io.WriteString(w, "<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>role</AccessKeyId>"+
				"<SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>"+end+"</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>")
		}))
		t.Setenv("AWS_WEB_IDENTITY_TOKEN_FILE", token)
		b, err := s3.Open(s3.Config{Bucket: "documents"})
		require.NoError(t, err)
		require.ErrorContains(t, b.Delete(t.Context(), "a"), "answered 403 AccessDenied: not you")
		t.Setenv("AWS_ROLE_ARN", "arn:role")
		id, session := signer(t)
		require.Equal(t, [2]string{"role", "t"}, [2]string{id, session})
	})
	t.Run("container", func(t *testing.T) {
		clean(t)
		t.Setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "who I am" {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"AccessKeyId":"pod","SecretAccessKey":"s","Token":"t","Expiration":"`+end+`"}`)
		}))
		t.Setenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", token)
		id, session := signer(t)
		require.Equal(t, [2]string{"pod", "t"}, [2]string{id, session})
	})
	t.Run("none", func(t *testing.T) {
		clean(t)
		t.Setenv("AWS_EC2_METADATA_DISABLED", "true")
		_, err := s3.Open(s3.Config{Bucket: "documents"})
		require.ErrorContains(t, err, "no credentials")
	})
}

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}
