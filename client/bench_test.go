package client_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

// BenchmarkCall measures the cost of a call without the network.
func BenchmarkCall(b *testing.B) {
	text, err := json.Marshal(client.Conversion{ID: conversionID, Status: client.StatusCompleted, HTML: new(strings.Repeat("<p>text", 1000))})
	require.NoError(b, err)
	c, err := client.New(testKey, client.Config{BaseURL: "https://pdf.example.com", Pace: true, HTTPClient: &http.Client{
		Transport: transport(func(*http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(text)))}, nil
		}),
	}})
	require.NoError(b, err)
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := c.Conversions.Get(b.Context(), conversionID); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkUpload and BenchmarkDownload move 16 MiB over the loopback network.
func BenchmarkUpload(b *testing.B) {
	c := moving(b)
	b.ReportAllocs()
	b.SetBytes(moved)
	for b.Loop() {
		r := client.ConvertRequest{File: client.File{Content: io.LimitReader(zeros{}, moved), Size: moved}}
		if _, err := c.Conversions.Convert(b.Context(), r); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDownload(b *testing.B) {
	c := moving(b)
	b.ReportAllocs()
	b.SetBytes(moved)
	for b.Loop() {
		if _, err := c.Conversions.Download(b.Context(), conversionID, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

const moved = 16 << 20

func moving(b *testing.B) *client.Client {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			_, _ = io.Copy(io.Discard, r.Body)
			reply(w, http.StatusOK, client.Conversion{ID: conversionID, Status: client.StatusCompleted})
			return
		}
		_, _ = io.CopyN(w, zeros{}, moved)
	}))
	b.Cleanup(server.Close)
	c, err := client.New(testKey, client.Config{BaseURL: server.URL})
	require.NoError(b, err)
	return c
}
