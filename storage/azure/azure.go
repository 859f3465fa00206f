// Package azure keeps objects as block blobs in a container of Azure Blob Storage.
//
// The SDK that it uses costs a program some milliseconds at each start. So the program pagelift contains this
// package only if it is built with the tag azure (docs/adr/0029-own-storage-interface.md).
package azure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net/url"
	"os"
	"strings"

	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/bloberror"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"

	"github.com/pagelift/pagelift/storage"
	"github.com/pagelift/pagelift/storage/internal/ranged"
)

// Bucket is a storage.Bucket of a container.
type Bucket struct {
	container *container.Client
	upload    func(ctx context.Context, key string, r io.Reader, mediaType string) error
}

var _ storage.Bucket = (*Bucket)(nil)

// Open opens the container in an address such as azblob://CONTAINER. It sends nothing yet. The parameters of the
// address are storage_account (default: AZURE_STORAGE_ACCOUNT), domain (default: blob.core.windows.net) and
// protocol (default: https). The credentials are the first of these that the environment has:
// AZURE_STORAGE_CONNECTION_STRING, which also replaces the parameters; AZURE_STORAGE_KEY; AZURE_STORAGE_SAS_TOKEN;
// what Azure's default chain of credentials finds.
func Open(u *url.URL) (*Bucket, error) {
	if u.Scheme != "azblob" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.User != nil || u.Fragment != "" {
		return nil, errors.New("azure: the address is not azblob://CONTAINER and parameters")
	}
	for name := range u.Query() {
		if name != "storage_account" && name != "domain" && name != "protocol" {
			return nil, fmt.Errorf("azure: %s is no parameter", name)
		}
	}
	c, err := newClient(u.Query())
	if err != nil {
		return nil, fmt.Errorf("azure: %w", err)
	}
	return &Bucket{
		container: c.ServiceClient().NewContainerClient(u.Host),
		upload: func(ctx context.Context, key string, r io.Reader, mediaType string) error {
			_, err := c.UploadStream(ctx, u.Host, key, r, &azblob.UploadStreamOptions{HTTPHeaders: &blob.HTTPHeaders{BlobContentType: &mediaType}})
			return err
		},
	}, nil
}

func newClient(q url.Values) (*azblob.Client, error) {
	if s := os.Getenv("AZURE_STORAGE_CONNECTION_STRING"); s != "" {
		return azblob.NewClientFromConnectionString(s, nil)
	}
	account := cmp.Or(q.Get("storage_account"), os.Getenv("AZURE_STORAGE_ACCOUNT"))
	if account == "" {
		return nil, errors.New("no storage_account is named, and no AZURE_STORAGE_ACCOUNT")
	}
	service := fmt.Sprintf("%s://%s.%s/", cmp.Or(q.Get("protocol"), "https"), account, cmp.Or(q.Get("domain"), "blob.core.windows.net"))
	if key := os.Getenv("AZURE_STORAGE_KEY"); key != "" {
		shared, err := azblob.NewSharedKeyCredential(account, key)
		if err != nil {
			return nil, err
		}
		return azblob.NewClientWithSharedKeyCredential(service, shared, nil)
	}
	if token := os.Getenv("AZURE_STORAGE_SAS_TOKEN"); token != "" {
		return azblob.NewClientWithNoCredential(service+"?"+strings.TrimPrefix(token, "?"), nil)
	}
	identity, err := azidentity.NewDefaultAzureCredential(nil)
	if err != nil {
		return nil, err
	}
	return azblob.NewClient(service, identity, nil)
}

// missing returns fs.ErrNotExist if an answer says that a blob does not exist. A missing container is another
// failure.
func missing(key string, err error) error {
	if bloberror.HasCode(err, bloberror.BlobNotFound) {
		return &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	return err
}

// Put sends an object in blocks of a megabyte. They become a blob after the last one.
func (b *Bucket) Put(ctx context.Context, key string, r io.Reader, mediaType string) error {
	if err := storage.CheckKey(key); err != nil {
		return err
	}
	return b.upload(ctx, key, r, mediaType)
}

// Open opens an object. Its bytes are requested when they are read.
func (b *Bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	if storage.CheckKey(key) != nil {
		return nil, &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	client := b.container.NewBlobClient(key)
	resp, err := client.DownloadStream(ctx, nil)
	if err != nil {
		return nil, missing(key, err)
	}
	if resp.ContentLength == nil {
		return nil, errors.Join(fmt.Errorf("azure: the size of %s is not told", key), resp.Body.Close())
	}
	same := &blob.AccessConditions{ModifiedAccessConditions: &blob.ModifiedAccessConditions{IfMatch: resp.ETag}}
	return ranged.New(*resp.ContentLength, resp.Body, func(at int64) (io.ReadCloser, error) {
		resp, err := client.DownloadStream(ctx, &blob.DownloadStreamOptions{Range: blob.HTTPRange{Offset: at}, AccessConditions: same})
		if err != nil {
			return nil, missing(key, err)
		}
		return resp.Body, nil
	}), nil
}

// Delete deletes a blob and its snapshots.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	if storage.CheckKey(key) != nil {
		return nil
	}
	all := blob.DeleteSnapshotsOptionTypeInclude
	_, err := b.container.NewBlobClient(key).Delete(ctx, &blob.DeleteOptions{DeleteSnapshots: &all})
	if bloberror.HasCode(err, bloberror.BlobNotFound) {
		return nil
	}
	return err
}

// List requests one page after the other.
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[storage.Object, error] {
	return func(yield func(storage.Object, error) bool) {
		pages := b.container.NewListBlobsFlatPager(&container.ListBlobsFlatOptions{Prefix: &prefix})
		for pages.More() {
			page, err := pages.NextPage(ctx)
			if err != nil {
				yield(storage.Object{}, err)
				return
			}
			for _, o := range page.Segment.BlobItems {
				if !yield(storage.Object{Key: *o.Name, ModTime: *o.Properties.LastModified}, nil) {
					return
				}
			}
		}
	}
}
