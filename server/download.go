package server

import (
	"errors"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// download sends the archive of a result, or one form of it. It answers a key of the conversion's account or a
// signed address. Whoever passes on a signed address may add parameters to it.
func (s *results) download(c *call) error {
	q := c.r.URL.Query()
	if !q.Has("signature") {
		if err := knownParameters(q, formatQuery); err != nil {
			return err
		}
	}
	format, err := wantedForm(q.Get(formatQuery))
	if err != nil {
		return err
	}
	record, err := s.result(c)
	if err != nil {
		return err
	}
	if format != archiveFormat {
		return s.downloadForm(c, record, format)
	}
	name := strings.TrimSuffix(record.InputFile, path.Ext(record.InputFile)) + ".zip"
	h := c.w.Header()
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("ETag", `"`+record.SHA256+`"`)
	h.Set("Content-Type", "application/zip")
	r, err := jobs.Open(c.ctx(), s.bucket, record, jobs.Archive)
	return s.serveFile(c, r, err, record.Completed)
}

// asset sends one file of a result that its html refers to.
func (s *results) asset(c *call) error {
	record, err := s.result(c)
	if err != nil {
		return err
	}
	name := c.r.PathValue("name")
	mediaType := mime.TypeByExtension(path.Ext(name))
	if !isAssetName(name) || mediaType == "" {
		return failure(client.NotFound, "the result has no such file")
	}
	h := c.w.Header()
	h.Set("Content-Type", mediaType)
	h.Set("ETag", `"`+record.SHA256[:16]+"-"+name+`"`)
	h.Set("Access-Control-Allow-Origin", "*") // any page may show the html
	// An SVG drawing that is opened by itself must not run scripts as a page of this service.
	h.Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox")
	r, err := s.bucket.Open(c.ctx(), jobs.AssetKey(record, name))
	return s.serveFile(c, r, err, record.Completed)
}

// isAssetName reports whether name can be one of the files below assets/.
func isAssetName(name string) bool {
	for _, b := range []byte(name) {
		if !isAlphanumeric(b) && b != '.' && b != '-' && b != '_' {
			return false
		}
	}
	return name != "" && name[0] != '.'
}

// result returns the completed conversion that the request may read by its key, or by the signature of its
// address.
func (s *results) result(c *call) (record *store.Conversion, err error) {
	if c.account != nil {
		record, err = s.conversion(c, c.r.PathValue("id"))
	} else {
		record, err = s.signedConversion(c)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case record.Status != store.Completed:
		e := failure(client.ResultNotReady, "the conversion has no result: it is %s", record.Status)
		e.Details = map[string]any{"status": string(record.Status)}
		if !record.Status.Terminal() {
			e.RetryAfter = conversionRetry
		}
		return nil, e
	case record.ResultKey == "" || !s.clock().Before(record.Expires):
		return nil, resultExpired()
	}
	return record, nil
}

func resultExpired() error { return failure(client.ResultExpired, "the result has expired") }

// signedConversion returns the conversion of a signed address. The error of a wrong signature does not tell
// whether there is such a conversion.
func (s *results) signedConversion(c *call) (record *store.Conversion, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		record, err = store.GetConversion(c.ctx(), tx, c.r.PathValue("id"))
		return err
	})
	if err != nil && !errors.Is(err, store.ErrNotFound) {
		return nil, s.storeError(err)
	}
	account := ""
	if record != nil {
		account = record.Account
	}
	if err := s.checkSignature(c, account); err != nil {
		return nil, err
	}
	if !record.Deleted.IsZero() {
		return nil, resultExpired()
	}
	return record, nil
}

// checkSignature checks the signature of the address of a resource of an account. An empty account stands for
// none.
func (s *results) checkSignature(c *call, account string) error {
	err := s.secrets.verify(signedPath(c.r.URL.Path), account, c.r.URL.Query(), s.clock())
	switch {
	case account == "" || errors.Is(err, errSignature):
		return failure(client.InvalidSignature, "the signature of the address is not valid")
	case errors.Is(err, errExpired):
		return resultExpired()
	}
	return err
}

// signedPath returns the path that the signature of an address covers: the path itself, or the folder of assets,
// whose files share one signature.
func signedPath(p string) string {
	if i := strings.Index(p, "/"+assetFolder); i >= 0 {
		return p[:i+len("/"+assetFolder)]
	}
	return p
}

// serveFile answers with a file of a result, or with err, the error of opening it. It supports ranges, conditions
// and HEAD as RFC 9110 defines them. The caller has set the headers that describe the file.
func (s *results) serveFile(c *call, r io.ReadSeekCloser, err error, modified time.Time) error {
	if errors.Is(err, fs.ErrNotExist) {
		return failure(client.NotFound, "the result has no such file")
	}
	if err != nil {
		return s.blobError(err)
	}
	defer r.Close()
	h := c.w.Header()
	h.Set("Cache-Control", "private, max-age=3600")
	ranged := &rangeWriter{ResponseWriter: c.w}
	http.ServeContent(ranged, c.r, "", modified, r)
	if ranged.refused {
		return failure(client.RangeNotSatisfiable, "the range lies behind the end of the file")
	}
	return nil
}

// rangeWriter withholds the text with which net/http refuses a range, so that the refusal has the form of all
// errors.
type rangeWriter struct {
	http.ResponseWriter
	refused bool
}

// Unwrap lets http.ResponseController reach the connection.
func (w *rangeWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader passes on every status but that of a refused range.
func (w *rangeWriter) WriteHeader(status int) {
	if w.refused = status == http.StatusRequestedRangeNotSatisfiable; !w.refused {
		w.ResponseWriter.WriteHeader(status)
	}
}

// Write passes on the body of such a status.
func (w *rangeWriter) Write(p []byte) (int, error) {
	if w.refused {
		return len(p), nil
	}
	return w.ResponseWriter.Write(p)
}
