package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pagelift/pagelift/a11y"
	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/review"
	"github.com/pagelift/pagelift/internal/store"
)

// reviewed is what a page of the review shows. In a review a person checks a converted document page by page.
type reviewed struct {
	*store.Conversion
	Form     *review.Form // nil: there is nothing to ask, or not yet
	Warnings []string     // of the page
	Problem  string       // why the answers are not valid
}

// judged holds the questions about the document of a conversion and the answers so far.
type judged struct {
	asked *review.Questions
	file  *corrections.File
	pages int
}

// judgedOf reads the questions and answers of a conversion.
func (s *pages) judgedOf(c *call, record *store.Conversion) (*judged, error) {
	if err := s.results.checkKept(record); err != nil {
		return nil, err
	}
	var meta client.Metadata
	if record.Metadata != nil {
		if err := json.Unmarshal(record.Metadata, &meta); err != nil {
			return nil, err
		}
	}
	j := &judged{asked: &review.Questions{}, file: &corrections.File{Version: corrections.Version}, pages: meta.Pages}
	var given string
	err := s.db.View(c.ctx(), func(tx store.Tx) (err error) {
		given, err = store.GetCorrections(c.ctx(), tx, record.ID)
		return err
	})
	if err != nil {
		return nil, s.storeError(err)
	}
	if j.asked.Corrected = given != ""; j.asked.Corrected {
		if j.file, err = parseCorrections([]byte(given)); err != nil {
			return nil, err
		}
	}
	err = s.results.drafting(c, record, func(html string) error {
		all, sources, err := corrections.DraftAll(html, func(src string) []byte { return s.results.pictureOf(c, record, src) })
		if err != nil {
			return err
		}
		j.asked.All = all
		for _, src := range sources {
			j.asked.Sources = append(j.asked.Sources, pictureAddress(src))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	j.asked.Keep(j.file)
	return j, nil
}

// pictureAddress returns the address of a picture of a result for pages of the dashboard, or "".
func pictureAddress(src string) template.URL {
	if strings.HasPrefix(src, "data:image/") {
		return template.URL(src)
	}
	u, err := url.Parse(src)
	if err != nil || !isAssetName(path.Base(u.Path)) {
		return ""
	}
	return template.URL(u.RequestURI()) // the origin of the page
}

// reviewPage shows the questions about one page of the document of a conversion.
func (s *pages) reviewPage(c *call) error {
	record, err := s.results.conversion(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	if !record.Status.Terminal() || record.Status == store.Failed {
		return s.showReview(c, http.StatusOK, &reviewed{Conversion: record})
	}
	j, err := s.judgedOf(c, record)
	if known := refusal(err); known != nil {
		return s.showReview(c, known.Status, &reviewed{Conversion: record, Problem: sentence(known.Message)})
	}
	if err != nil {
		return err
	}
	return s.ask(c, http.StatusOK, record, j, "")
}

// ask responds with the questions about the page that the request names.
func (s *pages) ask(c *call, status int, record *store.Conversion, j *judged, problem string) error {
	n := review.PageOf(c.r, j.pages)
	v := &reviewed{Conversion: record, Problem: problem, Form: j.asked.Form(j.file, n, j.pages)}
	v.Form.Save, v.Form.Hint = "Save and convert again", "The document becomes a new conversion, which counts as one. What was said of other pages goes along."
	v.Form.Result = conversionsRoot + "/" + url.PathEscape(record.ID) + "/preview"
	if n > 1 {
		v.Form.Result += "#page-" + strconv.Itoa(n)
	}
	if record.Warnings != nil {
		var warnings []client.Warning
		if err := json.Unmarshal(record.Warnings, &warnings); err != nil {
			return err
		}
		for _, w := range warnings {
			if told := review.Told(convert.Warning(w), n); told != "" {
				v.Warnings = append(v.Warnings, told)
			}
		}
	}
	said, err := s.results.report(c, record)
	if err != nil {
		return err
	}
	if said != nil {
		var report a11y.Report
		if err := json.Unmarshal(said, &report); err != nil {
			return err
		}
		v.Form.Wanted = review.Wanted(&report, n)
	}
	if v.Form.Sheet, err = s.sheet(c, record, n); err != nil {
		return err
	}
	return s.showReview(c, status, v)
}

// sheet returns the picture of a page. It returns nil if the page cannot be drawn, and logs why.
func (s *pages) sheet(c *call, record *store.Conversion, n int) (*review.Sheet, error) {
	select { // drawing takes a place of conversions
	case s.results.sheets <- struct{}{}:
		defer func() { <-s.results.sheets }()
	case <-c.ctx().Done():
		return nil, c.ctx().Err()
	}
	drawn, err := s.results.engine.DrawPage(c.ctx(), record, n)
	switch {
	case c.ctx().Err() != nil:
		return nil, c.ctx().Err()
	case err != nil:
		s.log.WarnContext(c.ctx(), "a page cannot be drawn", "conversion_id", record.ID, "page", n, "err", err)
		return nil, nil
	case !slices.Contains([]string{"image/png", "image/jpeg"}, drawn.MediaType):
		return nil, errors.New("server: a page is drawn as " + drawn.MediaType)
	}
	return review.NewSheet(drawn.MediaType, drawn.Data, drawn.Width, drawn.Height), nil
}

// showReview responds with the page of a review.
func (s *pages) showReview(c *call, status int, v *reviewed) error {
	title := "Judge " + cmp.Or(v.InputFile, v.ID)
	if v.Form != nil {
		title += fmt.Sprintf(", page %d of %d", v.Form.Page, v.Form.Pages)
	}
	return s.showPage(c, status, "review", view{
		Title: title, Tab: conversionsRoot, Data: v, Running: !v.Status.Terminal(), Said: "The conversion is " + string(v.Status) + ".",
	})
}

// judgeFromPage converts the document of a conversion again, with the answers in the form added to earlier ones.
func (s *pages) judgeFromPage(c *call) error {
	earlier, err := s.results.conversion(c, c.r.PathValue("id"))
	if err != nil {
		return err
	}
	c.r.Body = http.MaxBytesReader(c.w, c.r.Body, correctionsForm)
	if err := c.r.ParseForm(); err != nil {
		return failure(client.RequestTooLarge, "the form is larger than %d bytes, or cannot be read", limits.CorrectionBytes)
	}
	j, err := s.judgedOf(c, earlier)
	if err != nil {
		return err
	}
	j.asked.Put(j.file, c.r.PostForm)
	j.file.At = s.clock().UTC().Format(time.DateOnly)
	record, err := s.convertJudged(c, earlier, j.file)
	if known := refusal(err); known != nil {
		return s.ask(c, known.Status, earlier, j, sentence(known.Message))
	}
	if err != nil {
		return err
	}
	return c.redirect(fmt.Sprintf("%s/%s/review?page=%d", conversionsRoot, record.ID, review.PageOf(c.r, j.pages)))
}

// convertJudged converts the document of a conversion again with a file of corrections.
func (s *pages) convertJudged(c *call, earlier *store.Conversion, file *corrections.File) (*store.Conversion, error) {
	text, err := file.Encode()
	if err != nil {
		return nil, err
	}
	if _, err := parseCorrections(text); err != nil {
		return nil, err
	}
	in := s.submissions.intake(c, false)
	defer in.Close(c.ctx())
	return s.submissions.convertAgain(c, in, earlier, text, false)
}
