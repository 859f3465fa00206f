package azure_test

import (
	"net/url"
	"os"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/storage/azure"
	"github.com/pagelift/pagelift/storage/storagetest"
)

// TestBucket runs against the service whose connection string is in PAGELIFT_TEST_AZURE, such as Azurite of npm.
func TestBucket(t *testing.T) {
	connection := os.Getenv("PAGELIFT_TEST_AZURE")
	if connection == "" {
		t.Skip("PAGELIFT_TEST_AZURE has no connection string")
	}
	t.Setenv("AZURE_STORAGE_CONNECTION_STRING", connection)
	c, err := azblob.NewClientFromConnectionString(connection, nil)
	require.NoError(t, err)
	_, err = c.CreateContainer(t.Context(), "documents", nil)
	require.NoError(t, err)
	t.Cleanup(func() { _, _ = c.DeleteContainer(t.Context(), "documents", nil) })
	storagetest.Run(t, open(t, "azblob://documents"))
}

func open(t *testing.T, address string) *azure.Bucket {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	b, err := azure.Open(u)
	require.NoError(t, err)
	return b
}

func TestBadAddresses(t *testing.T) {
	t.Setenv("AZURE_STORAGE_CONNECTION_STRING", "")
	t.Setenv("AZURE_STORAGE_ACCOUNT", "")
	for address, want := range map[string]string{
		"azblob://":                     "not azblob://CONTAINER",
		"azblob://documents/folder":     "not azblob://CONTAINER",
		"azblob://documents?colour=red": "colour is no parameter",
		"azblob://documents":            "no AZURE_STORAGE_ACCOUNT",
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		_, err = azure.Open(u)
		require.ErrorContains(t, err, want, address)
	}
}
