package server

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

const conversionsRoot = dashboardRoot + "/conversions"

// conversionsPage lists conversions.
func (s *Server) conversionsPage(c *call) error {
	q := c.r.URL.Query()
	q.Del("notice")
	filter, err := conversionFilter(q)
	if err != nil {
		return err
	}
	data := struct {
		Status   string
		Statuses []store.Status
		List     []*store.Conversion
		Next     string
	}{Status: q.Get("status"), Statuses: []store.Status{store.Queued, store.Processing, store.Completed, store.Failed, store.Cancelled}}
	var next string
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		data.List, next, err = store.ListConversions(c.ctx(), tx, c.account.ID, filter)
		return err
	})
	if errors.Is(err, store.ErrCursor) {
		return failure(client.InvalidCursor, "the address of this page is not valid")
	}
	if err != nil {
		return s.storeError(err)
	}
	if next != "" {
		data.Next = conversionsRoot + "?" + url.Values{"status": {data.Status}, "cursor": {next}}.Encode()
	}
	return c.page(http.StatusOK, "conversions", view{Title: "Conversions", Tab: conversionsRoot, Data: data})
}

// shown is a conversion as its page shows it.
type shown struct {
	*store.Conversion
	Meta     *client.Metadata
	Warnings []client.Warning
	Report   *a11y.Report
	Ready    bool // there is a result
}

// shownConversion reads what the page of a conversion shows.
func (c *call) shownConversion() (*shown, error) {
	record, err := c.conversion(c.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	v := &shown{Conversion: record, Ready: record.Status == store.Completed && record.ResultKey != "" && c.clock().Before(record.Expires)}
	if record.Metadata != nil {
		if err := json.Unmarshal(record.Metadata, &v.Meta); err != nil {
			return nil, err
		}
	}
	if record.Warnings != nil {
		if err := json.Unmarshal(record.Warnings, &v.Warnings); err != nil {
			return nil, err
		}
	}
	if !v.Ready {
		return v, nil
	}
	report, err := c.report(record)
	if err != nil || report == nil {
		return v, err
	}
	return v, json.Unmarshal(report, &v.Report)
}

// conversionPage shows one conversion.
func (s *Server) conversionPage(c *call) error {
	v, err := c.shownConversion()
	if err != nil {
		return err
	}
	return c.page(http.StatusOK, "conversion", view{Title: v.InputFile, Tab: conversionsRoot, Data: v})
}

// conversionState is the part of that page that changes while the conversion goes on.
func (s *Server) conversionState(c *call) error {
	v, err := c.shownConversion()
	if err != nil {
		return err
	}
	if v.Status.Terminal() {
		c.w.Header().Set("HX-Refresh", "true") // the rest of the page changes with it
	}
	return c.part("conversion", "state", v)
}

// preview is the result as a page of its own, for a frame that gives it no rights.
func (s *Server) preview(c *call) error {
	record, err := c.result()
	if err != nil {
		return err
	}
	html, err := c.bucket.NewReader(c.ctx(), jobs.HTMLKey(record), nil)
	if err != nil {
		return s.blobError(err)
	}
	defer html.Close()
	css, err := c.bucket.ReadAll(c.ctx(), jobs.CSSKey(record))
	if err != nil {
		return s.blobError(err)
	}
	h := c.w.Header()
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; font-src data:; frame-ancestors 'self'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	return inlineStyle(c.w, html, string(css))
}

// stylesheetLink is how the html of a result refers to its stylesheet.
const stylesheetLink = `<link rel="stylesheet" href="style.css">`

// inlineStyle copies html with css in place of the reference to it, which stands in the head.
func inlineStyle(w io.Writer, html io.Reader, css string) error {
	head := make([]byte, streamBuffer)
	n, err := io.ReadFull(html, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	text := strings.Replace(string(head[:n]), stylesheetLink, "<style>"+css+"</style>", 1)
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	_, err = stream(w, html)
	return err
}

// cancelFromPage cancels a conversion.
func (s *Server) cancelFromPage(c *call) error {
	id := c.r.PathValue("id")
	err := s.db.Update(c.ctx(), func(tx store.Tx) error {
		_, err := jobs.Cancel(c.ctx(), tx, c.account.ID, id)
		return err
	})
	if err != nil && !errors.Is(err, store.ErrTerminal) {
		return s.conversionError(err)
	}
	return c.redirect(conversionsRoot + "/" + url.PathEscape(id) + "?notice=cancelled")
}

// deleteFromPage deletes a conversion.
func (s *Server) deleteFromPage(c *call) error {
	err := s.db.Update(c.ctx(), func(tx store.Tx) error {
		_, err := jobs.Delete(c.ctx(), tx, c.account.ID, c.r.PathValue("id"))
		return err
	})
	if err != nil {
		return s.conversionError(err)
	}
	return c.redirect(conversionsRoot + "?notice=deleted")
}

// uploadPage asks for a document.
func (s *Server) uploadPage(c *call) error {
	return c.page(http.StatusOK, "upload", view{Title: "Convert a document", Tab: dashboardRoot + "/upload", Data: uploadForm{Limit: c.fileLimit()}})
}

// uploadForm is what the form for a document says.
type uploadForm struct {
	Limit int64 // bytes
	Error string
}

// upload takes a document from that form.
func (s *Server) upload(c *call) error {
	if err := c.countRequest(c); err != nil {
		return err
	}
	record, err := c.takeForm()
	var known *client.Error
	if errors.As(err, &known) && known.Status < http.StatusInternalServerError {
		form := uploadForm{Limit: c.fileLimit(), Error: sentence(known.Message)}
		return c.page(known.Status, "upload", view{Title: "Convert a document", Tab: dashboardRoot + "/upload", Data: form})
	}
	if err != nil {
		return err
	}
	return c.redirect(conversionsRoot + "/" + record.ID)
}
