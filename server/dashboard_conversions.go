package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/store"
)

// conversionsPage lists conversions.
func (s *pages) conversionsPage(c *call) error {
	q := pageQuery(c.r)
	filter, err := conversionFilter(q)
	if err != nil {
		return err
	}
	data := struct {
		Filter statusFilter
		List   []*store.Conversion
		Next   string
	}{Filter: filterStatus(conversionsRoot, q)}
	var next string
	if data.List, next, err = s.results.conversions(c, filter); err != nil {
		return err
	}
	data.Next = nextPage(conversionsRoot, q, next)
	return s.showPage(c, http.StatusOK, "conversions", view{Title: "Conversions", Tab: conversionsRoot, Running: running(data.List), Data: data})
}

// running reports whether a conversion of a list has not ended.
func running(list []*store.Conversion) bool {
	return slices.ContainsFunc(list, func(r *store.Conversion) bool { return !r.Status.Terminal() })
}

// shown is what the page of a conversion shows.
type shown struct {
	*store.Conversion
	Meta     *client.Metadata
	Warnings []client.Warning
	Report   *a11y.Report
	Ready    bool // there is a result
	Kept     bool // the document can be converted again

	Commands  []command // commands that do the same; the playground shows its own
	Corrected bool      // the commands need a file of corrections

	Corrections string // in YAML: the corrections, a draft of them, or invalid ones as they were sent
	Problem     string // why the corrections are not valid
}

// shownConversion reads what the page of a conversion shows.
func (s *pages) shownConversion(c *call) (*shown, error) {
	record, err := s.results.conversion(c, c.r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	v := &shown{Conversion: record, Ready: record.Status == store.Completed && record.ResultKey != "" && s.clock().Before(record.Expires)}
	v.Kept = v.Ready && record.DocumentKey != ""
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
	report, err := s.results.report(c, record)
	if err != nil || report == nil {
		return v, err
	}
	return v, json.Unmarshal(report, &v.Report)
}

// conversionPage shows one conversion.
func (s *pages) conversionPage(c *call) error {
	v, err := s.shownConversion(c)
	if err != nil {
		return err
	}
	if v.Kept && c.hasScope(client.ScopeConversionsWrite) {
		_, text, err := s.results.corrections(c, v.Conversion)
		if known := refusal(err); known != nil && known.Code == client.ResourceLimitExceeded {
			text, err = []byte(emptyCorrections), nil // corrections can be written without a draft
		}
		if err != nil {
			return err
		}
		v.Corrections = string(text)
	}
	return s.showConversion(c, http.StatusOK, v)
}

// emptyCorrections is a file of corrections that corrects nothing.
const emptyCorrections = "version: 1\n"

// showConversion answers with the page of a conversion.
func (s *pages) showConversion(c *call, status int, v *shown) error {
	if v.Ready {
		var o order
		if err := json.Unmarshal(v.Options, &o); err != nil {
			return err
		}
		v.Corrected, v.Commands = o.Corrected, commandsOf(v.Conversion, &o, s.baseURL(c.r), true)
	}
	return s.showPage(c, status, "conversion", view{
		Title: cmp.Or(v.InputFile, v.ID), Tab: conversionsRoot, Data: v,
		Running: !v.Status.Terminal(), Said: "The conversion is " + string(v.Status) + ".",
	})
}

// correctFromPage converts the document of a conversion again, with the corrections of the form.
func (s *pages) correctFromPage(c *call) error {
	earlier, err := s.results.conversion(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, correctionsForm)
	if err := c.r.ParseForm(); err != nil {
		return failure(client.RequestTooLarge, "the corrections are larger than %d bytes, or cannot be read", limits.CorrectionBytes)
	}
	text := strings.ReplaceAll(c.r.PostForm.Get(correctionsParam), "\r\n", "\n")
	_, err = parseCorrections([]byte(text))
	var record *store.Conversion
	if err == nil {
		in := s.submissions.intake(c, false)
		defer in.Close(c.ctx())
		record, err = s.submissions.convertAgain(c, in, earlier, []byte(text), false)
	}
	if known := refusal(err); known != nil {
		v, err := s.shownConversion(c)
		if err != nil {
			return err
		}
		v.Corrections, v.Problem = text, sentence(known.Message)
		return s.showConversion(c, known.Status, v)
	}
	if err != nil {
		return err
	}
	return c.redirect(conversionsRoot + "/" + record.ID)
}

// correctionsForm is the largest form with corrections. A browser encodes a byte that is no letter as three.
const correctionsForm = 3*limits.CorrectionBytes + limits.FormValue

// preview shows the result as a page of its own, for a frame without any rights.
func (s *pages) preview(c *call) error {
	record, err := s.results.result(c)
	if err != nil {
		return err
	}
	html, err := jobs.Open(c.ctx(), s.bucket, record, jobs.HTML)
	if err != nil {
		return s.blobError(err)
	}
	defer html.Close()
	css, err := s.results.readPart(c, record, jobs.CSS)
	if err != nil {
		return s.blobError(err)
	}
	h := c.w.Header()
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; font-src data: 'self'; frame-ancestors 'self'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	return inlineStyle(c.w, html, string(css))
}

// stylesheetLink is the element by which the html of a result refers to its style sheet.
const stylesheetLink = `<link rel="stylesheet" href="style.css">`

// inlineStyle copies html, with css in place of the reference to the style sheet. The reference stands in the
// head.
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
	_, err = io.Copy(w, html)
	return err
}

// cancelFromPage cancels a conversion.
func (s *pages) cancelFromPage(c *call) error {
	here := conversionsRoot + "/" + url.PathEscape(c.r.PathValue("id"))
	_, err := s.results.stopConversion(c)
	if known := refusal(err); known != nil && known.Code == client.ConversionNotCancellable {
		return c.redirect(here) // it ended meanwhile; the page shows that
	}
	if err != nil {
		return err
	}
	return c.redirect(here + "?notice=cancelled")
}

// deleteFromPage deletes a conversion.
func (s *pages) deleteFromPage(c *call) error {
	if err := s.results.removeConversion(c); err != nil {
		return err
	}
	return c.redirect(conversionsRoot + "?notice=deleted")
}
