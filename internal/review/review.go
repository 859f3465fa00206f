// Package review serves one document to one person, who judges what a program cannot: what a picture says, whether
// a line is a heading, how many rows of a table are heads. Their answers are kept in the file of corrections, and
// the page shows the corrected document at once.
//
// It listens on this machine only. Its addresses begin with a secret, requests for another host are refused, and
// so are forms that another page sends.
package review

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/limits"
)

// Document is the document under review.
type Document struct {
	Name    string          // for people
	Path    string          // of the PDF file
	File    string          // of the corrections; it need not exist
	Options convert.Options // options of the conversion
}

// Handler serves the review of one document.
type Handler struct {
	doc    Document
	host   string // host:port of its address
	secret string
	now    func() time.Time
	mux    http.Handler

	mu    sync.Mutex      // held by a conversion and by a change of the file
	base  *convert.Result // without corrections
	asked *Questions      // what there is to judge in base
	page  map[int]*Sheet  // pictures of pages; nil: the page cannot be drawn
	made  *convert.Result // with corrections
	from  []byte          // the file of corrections for made
}

// New returns the handler of a document that is served at host ("127.0.0.1:8090").
func New(doc Document, host string) *Handler {
	h := &Handler{doc: doc, host: host, secret: rand.Text(), now: time.Now, page: map[int]*Sheet{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /"+h.secret+"/{$}", h.show)
	mux.HandleFunc("POST /"+h.secret+"/{$}", h.save)
	mux.HandleFunc("GET /"+h.secret+"/review.css", h.style)
	mux.HandleFunc("GET /"+h.secret+"/result", h.result)
	mux.HandleFunc("GET /"+h.secret+"/picture", h.picture)
	h.mux = http.NewCrossOriginProtection().Handler(mux)
	return h
}

// Address returns the address of the review for a browser.
func (h *Handler) Address() string { return "http://" + h.host + "/" + h.secret + "/" }

// ServeHTTP implements http.Handler.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Host != h.host {
		http.Error(w, "this host is not served here", http.StatusMisdirectedRequest)
		return
	}
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "same-origin")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'")
	r.Body = http.MaxBytesReader(w, r.Body, limits.CorrectionBytes)
	h.mux.ServeHTTP(w, r)
}

// Serve returns the error of server.Serve
func Serve(ctx context.Context, doc Document, address string, ready func(address string)) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("%s is not an address of this machine alone", address)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	h := New(doc, listener.Addr().String())
	if err := h.prepare(ctx); err != nil {
		return errors.Join(err, listener.Close())
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = server.Close() }) // what it says is what Serve says
	defer stop()
	ready(h.Address())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// prepare converts the document without corrections.
func (h *Handler) prepare(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.asked != nil {
		return nil
	}
	base, err := h.convert(ctx, nil)
	if err != nil {
		return err
	}
	all, _, err := corrections.DraftAll(base.HTML, assetOf(base))
	if err != nil {
		return err
	}
	asked := &Questions{All: all, Sources: make([]template.URL, len(all.Pictures))}
	for i := range all.Pictures {
		if all.Pictures[i].Looks != "" {
			asked.Sources[i] = template.URL("picture?n=" + strconv.Itoa(i))
		}
	}
	h.base, h.asked = base, asked
	return nil
}

// convert converts the document, with corrections.
func (h *Handler) convert(ctx context.Context, judged []byte) (*convert.Result, error) {
	file, err := os.Open(h.doc.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	opts := h.doc.Options
	opts.Corrections, opts.Boxes, opts.Name = judged, true, h.doc.Name
	return convert.Convert(ctx, file, opts)
}

func assetOf(r *convert.Result) func(name string) []byte {
	return func(name string) []byte {
		if i := slices.IndexFunc(r.Assets, func(a convert.Asset) bool { return a.Name == name }); i >= 0 {
			return r.Assets[i].Data
		}
		return nil
	}
}

// read reads the file of corrections, if there is one.
func (h *Handler) read() (*corrections.File, []byte, error) {
	data, err := os.ReadFile(h.doc.File)
	if errors.Is(err, fs.ErrNotExist) {
		return &corrections.File{Version: corrections.Version}, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	f, err := corrections.Parse(data)
	return f, data, err
}

// view is what the template shows.
type view struct {
	Name, File string
	Saved      bool
	Warnings   []string
	Form       *Form
}

//go:embed review.html
var templateText string

//go:embed page.css
var pageStyle string

var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.Must(template.New("page").Parse(templateText)).Parse(FormTemplates))
})

// show answers with the form for one page.
func (h *Handler) show(w http.ResponseWriter, r *http.Request) {
	if err := h.prepare(r.Context()); err != nil {
		fail(w, err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	file, data, err := h.read()
	if err != nil {
		fail(w, err)
		return
	}
	result, err := h.corrected(r.Context(), data)
	if err != nil {
		fail(w, err)
		return
	}
	n := PageOf(r, h.base.Metadata.Pages)
	v := view{Name: h.doc.Name, File: filepath.Base(h.doc.File), Saved: r.URL.Query().Has("saved"), Form: h.asked.Form(file, n, h.base.Metadata.Pages)}
	v.Form.Result, v.Form.Wanted = "result", Wanted(result.Accessibility, n)
	if n > 1 {
		v.Form.Result = fmt.Sprintf("result#page-%d", n)
	}
	if v.Form.Sheet, err = h.sheet(r.Context(), n); err != nil {
		fail(w, err)
		return
	}
	for _, m := range result.Warnings {
		if told := Told(m, n); told != "" {
			v.Warnings = append(v.Warnings, told)
		}
	}
	var out bytes.Buffer
	if err := page().Execute(&out, v); err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(out.Bytes()) // fails only if the browser has gone
}

// Told returns what a person who judges a page should know of a warning, or "".
func Told(w convert.Warning, page int) string {
	switch {
	case w.Code == "correction_missing":
		return w.Detail
	case w.Page == page && (w.Code == "page_failed" || w.Code == "page_lost"):
		return fmt.Sprintf("page %d: %s", page, w.Detail)
	}
	return ""
}

// sheet returns the picture of a page, or nil if the page cannot be drawn.
func (h *Handler) sheet(ctx context.Context, n int) (*Sheet, error) {
	if sheet, known := h.page[n]; known {
		return sheet, nil
	}
	file, err := os.Open(h.doc.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	drawn, err := convert.DrawPage(ctx, file, n, h.doc.Options)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if len(h.page) >= pagesKept {
		clear(h.page)
	}
	h.page[n] = nil
	if err == nil { // otherwise the page says that it cannot be drawn
		h.page[n] = NewSheet(drawn.MediaType, drawn.Data, drawn.Width, drawn.Height)
	}
	return h.page[n], nil
}

// pagesKept is how many pictures of pages are kept.
const pagesKept = 50

// style answers with the style sheet of the page.
func (h *Handler) style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	_, _ = io.WriteString(w, pageStyle+Stylesheet()) // fails only if the browser has gone
}

// save stores the answers of the form, and shows the page again.
func (h *Handler) save(w http.ResponseWriter, r *http.Request) {
	if err := h.prepare(r.Context()); err != nil {
		fail(w, err)
		return
	}
	if err := r.ParseForm(); err != nil {
		http.Error(w, "the form is too large, or broken", http.StatusBadRequest)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	file, _, err := h.read()
	if err != nil {
		fail(w, err)
		return
	}
	h.asked.Put(file, r.PostForm)
	file.At = h.now().Format(time.DateOnly)
	data, err := file.Encode()
	if err == nil {
		_, err = corrections.Parse(data)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnprocessableEntity)
		return
	}
	if err := writeWhole(h.doc.File, data); err != nil {
		fail(w, err)
		return
	}
	http.Redirect(w, r, fmt.Sprintf("?page=%d&saved", PageOf(r, h.base.Metadata.Pages)), http.StatusSeeOther)
}

// writeWhole writes a file completely or not at all.
func writeWhole(name string, data []byte) error {
	temporary := name + ".new"
	if err := os.WriteFile(temporary, data, 0o666); err != nil {
		return err
	}
	return os.Rename(temporary, name)
}

// corrected returns the document with corrections.
func (h *Handler) corrected(ctx context.Context, data []byte) (*convert.Result, error) {
	if h.made != nil && bytes.Equal(h.from, data) {
		return h.made, nil
	}
	made := h.base
	if len(data) > 0 {
		var err error
		if made, err = h.convert(ctx, data); err != nil {
			return nil, err
		}
	}
	h.made, h.from = made, data
	return made, nil
}

// result answers with the whole document with corrections.
func (h *Handler) result(w http.ResponseWriter, r *http.Request) {
	if err := h.prepare(r.Context()); err != nil {
		fail(w, err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	_, data, err := h.read()
	if err != nil {
		fail(w, err)
		return
	}
	made, err := h.corrected(r.Context(), data)
	if err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = made.WriteSelfContained(w) // fails only if the browser has gone
}

// picture answers with a picture that a question is about.
func (h *Handler) picture(w http.ResponseWriter, r *http.Request) {
	if err := h.prepare(r.Context()); err != nil {
		fail(w, err)
		return
	}
	n, err := strconv.Atoi(r.FormValue("n"))
	if err != nil || n < 0 || n >= len(h.asked.All.Pictures) {
		http.NotFound(w, r)
		return
	}
	looks := h.asked.All.Pictures[n].Looks
	for _, a := range h.base.Assets {
		if looks != "" && corrections.LooksOf(a.Data) == looks {
			w.Header().Set("Content-Type", a.MediaType)
			_, _ = w.Write(a.Data) // fails only if the browser has gone
			return
		}
	}
	http.NotFound(w, r)
}

func fail(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError)
}
