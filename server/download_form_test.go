package server_test

import (
	"bytes"
	"net/http"
	"net/url"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/server"
)

// TestDownloadsOfForms checks that the archive has each form that a request names, and that each can be downloaded
// by itself.
func TestDownloadsOfForms(t *testing.T) {
	t.Parallel()
	s := newService(t, func(c *server.Config) { c.SetConverter(nil) })
	file, err := client.FileAt("../examples/sample.pdf")
	require.NoError(t, err)
	c, err := s.client.Conversions.Convert(t.Context(), client.ConvertRequest{File: file, Options: client.Options{Formats: []string{"md", "json", "csv"}}})
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, s.client.Conversions.Extract(t.Context(), c.ID, dir))
	require.FileExists(t, dir+"/document.md")
	require.FileExists(t, dir+"/document.json")
	require.NoFileExists(t, dir+"/document.txt")

	var b bytes.Buffer
	n, err := s.client.Conversions.DownloadForm(t.Context(), c.ID, "md", &b)
	require.NoError(t, err)
	require.Equal(t, int64(b.Len()), n)
	require.Contains(t, b.String(), "# A Short Walk on the Shore")
	path := "/v1/conversions/" + c.ID + "/download"
	a := s.get(path + "?format=json")
	require.Equal(t, http.StatusOK, a.StatusCode)
	require.Equal(t, "application/json", a.Header.Get("Content-Type"))
	require.Contains(t, a.body, `"format":"pagelift-document"`)
	again := s.do(request{"GET", path + "?format=json", map[string]string{"If-None-Match": a.Header.Get("ETag")}, nil})
	require.Equal(t, http.StatusNotModified, again.StatusCode)
	head := s.do(request{"HEAD", path + "?format=md", nil, nil})
	require.Equal(t, http.StatusOK, head.StatusCode)
	require.Empty(t, head.body)
	require.Equal(t, "application/zip", s.get(path+"?format=zip").Header.Get("Content-Type"))
	require.Empty(t, s.get(path+"?format=csv").body, "the document has no tables")
	u, err := url.Parse(*c.DownloadURL)
	require.NoError(t, err)
	signed := s.do(request{"GET", u.RequestURI() + "&format=md", map[string]string{"Authorization": ""}, nil})
	require.Equal(t, b.String(), signed.body)

	s.get(path + "?format=txt").failed(client.NotFound)
	details := s.get(path + "?format=docx")
	require.Equal(t, "format", details.failed(client.InvalidParameter)["parameter"])
	require.Contains(t, details.body, "zip, md, json, txt, csv, jsonl or epub")
	require.Equal(t, http.StatusBadRequest, s.do(request{"HEAD", path + "?format=docx", nil, nil}).StatusCode)
}
