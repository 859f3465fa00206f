package cli_test

import (
	"archive/zip"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/apikey"
)

// service converts for scripts as the real service does, at once and in memory. Its address and key are $SERVICE
// and $KEY.
type service struct {
	key string

	mu      sync.Mutex
	results map[string]*convert.Result
}

func serve(env *testscript.Env) {
	head := "pl_dev_0123456789_" + strings.Repeat("k", 32)
	s := &service{key: head + apikey.Checksum(head), results: map[string]*convert.Result{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/convert/pdf-to-html", s.convert)
	mux.HandleFunc("GET /v1/conversions/{id}/download", s.download)
	server := httptest.NewServer(mux)
	env.Defer(server.Close)
	env.Setenv("SERVICE", server.URL)
	env.Setenv("KEY", s.key)
}

func (s *service) convert(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "Bearer "+s.key {
		refuse(w, http.StatusUnauthorized, "invalid_api_key", "there is no such key")
		return
	}
	file, header, err := r.FormFile("file")
	if err != nil {
		refuse(w, http.StatusBadRequest, "invalid_multipart", err.Error())
		return
	}
	defer file.Close()
	opts := convert.DefaultOptions()
	opts.Name = strings.TrimSuffix(header.Filename, filepath.Ext(header.Filename))
	for name, to := range map[string]*bool{
		"semantic_html": &opts.SemanticHTML, "extract_images": &opts.ExtractImages, "ocr_enabled": &opts.OCREnabled,
		"accessibility_check": &opts.AccessibilityCheck, "preserve_formatting": &opts.PreserveFormatting,
	} {
		*to = r.FormValue(name) == "true"
	}
	opts.Corrections = []byte(r.FormValue("corrections"))
	result, err := convert.Convert(r.Context(), file, opts)
	var failure *convert.Error
	if errors.As(err, &failure) {
		refuse(w, http.StatusBadRequest, client.Code(failure.Code), failure.Detail)
		return
	}
	s.mu.Lock()
	id := fmt.Sprintf("conv_%d", len(s.results))
	s.results[id] = result
	s.mu.Unlock()
	record := client.Conversion{ID: id, Status: client.StatusCompleted}
	for _, v := range result.Warnings {
		record.Warnings = append(record.Warnings, client.Warning(v))
	}
	_ = json.NewEncoder(w).Encode(record)
}

func (s *service) download(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	files := s.results[r.PathValue("id")].FS()
	s.mu.Unlock()
	archive := zip.NewWriter(w)
	_ = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		to, err := archive.Create(strings.Replace(name, "accessibility.json", "report.json", 1))
		if err == nil {
			_, err = to.Write(text)
		}
		return err
	})
	_ = archive.Close()
}

func refuse(w http.ResponseWriter, status int, code client.Code, message string) {
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(client.ErrorResponse{Error: &client.Error{Code: code, Message: message, RequestID: "req_1"}})
}
