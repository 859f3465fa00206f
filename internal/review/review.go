// Package review serves one document to one person, who judges what a program cannot: what a picture says, whether a line
// is a heading, how many rows of a table are heads. What they say is kept in the file of corrections, and the page
// beside it shows it at once.
//
// It listens on this machine only. Its addresses begin with a secret, requests for another host are refused, and so
// are forms that another page sends.
package review

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/corrections"
	"github.com/pagelift/pagelift/internal/limits"
)

// Document is what is reviewed.
type Document struct {
	Name    string          // for people
	Path    string          // of the PDF file
	File    string          // of the corrections: it need not be there
	Options convert.Options // how it is read
}

// Handler serves the review of one document.
type Handler struct {
	doc    Document
	host   string // host:port that it is served at
	secret string
	now    func() time.Time
	mux    http.Handler

	mu   sync.Mutex         // one conversion and one change of the file at a time
	base *convert.Result    // without corrections
	all  *corrections.File  // what there is to judge, as it is without them
	page map[int]*shownPage // facsimiles
	made *convert.Result    // with corrections
	from []byte             // what made was made with
}

// shownPage is one page as it looks.
type shownPage struct{ html []byte }

// New is the handler of a document that is served at host ("127.0.0.1:8090").
func New(doc Document, host string) *Handler {
	h := &Handler{doc: doc, host: host, secret: rand.Text(), now: time.Now, page: map[int]*shownPage{}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /"+h.secret+"/{$}", h.show)
	mux.HandleFunc("POST /"+h.secret+"/{$}", h.save)
	mux.HandleFunc("GET /"+h.secret+"/page", h.pdfPage)
	mux.HandleFunc("GET /"+h.secret+"/result", h.result)
	mux.HandleFunc("GET /"+h.secret+"/picture", h.picture)
	h.mux = http.NewCrossOriginProtection().Handler(mux)
	return h
}

// Address is where a browser finds the review.
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
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; frame-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'")
	r.Body = http.MaxBytesReader(w, r.Body, limits.CorrectionBytes)
	h.mux.ServeHTTP(w, r)
}

// Serve serves a document until ctx ends. ready is told the address.
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

// prepare converts the document as it is without corrections.
func (h *Handler) prepare(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.all != nil {
		return nil
	}
	base, err := h.convert(ctx, nil, nil)
	if err != nil {
		return err
	}
	all, err := corrections.DraftAll(base.HTML, assetOf(base))
	if err != nil {
		return err
	}
	h.base, h.all = base, all
	return nil
}

// convert converts the document, with corrections and change.
func (h *Handler) convert(ctx context.Context, judged []byte, change func(*convert.Options)) (*convert.Result, error) {
	file, err := os.Open(h.doc.Path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	opts := h.doc.Options
	opts.Corrections, opts.Boxes, opts.Name = judged, true, h.doc.Name
	if change != nil {
		change(&opts)
	}
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

// read reads the corrections that there are.
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
	Name, File, Language, Title string
	By                          string
	Page, Pages                 int
	Saved                       bool
	Warnings                    []string
	Items                       []item
	Roles                       []choice
}

type choice struct{ Value, Text string }

// item is one thing to be judged.
type item struct {
	Number      int
	Kind        string // picture, block, table
	Text        string
	Picture     bool // it can be shown
	Alternative string
	Description string
	Decorative  bool
	Role        string
	Level       int
	Language    string
	HeadRows    string
	HeadColumns string
	Caption     string
	Layout      bool
	Judged      bool
}

// roleChoices are what a block can be said to be. A heading has its level with it.
var roleChoices = []choice{
	{"", "as the program says"}, {"heading 1", "heading of level 1"}, {"heading 2", "heading of level 2"}, {"heading 3", "heading of level 3"}, {"heading 4", "heading of level 4"},
	{"heading 5", "heading of level 5"}, {"heading 6", "heading of level 6"}, {corrections.Paragraph, "paragraph"}, {corrections.Quote, "quote"}, {corrections.ListItem, "item of a list"},
	{corrections.Caption, "caption of the picture or table beside it"}, {corrections.Furniture, "running head or foot"}, {corrections.Nothing, "not content"},
}

//go:embed review.html
var templateText string

var page = template.Must(template.New("review").Parse(templateText))

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
	v := view{
		Name: h.doc.Name, File: filepath.Base(h.doc.File), By: file.By, Page: h.pageOf(r), Pages: h.base.Metadata.Pages, Saved: r.URL.Query().Has("saved"), Roles: roleChoices,
		Title: cmp.Or(file.Document.Title, h.all.Document.Title), Language: cmp.Or(file.Document.Language, h.all.Document.Language), Items: h.items(file, h.pageOf(r)),
	}
	for _, m := range result.Warnings {
		if m.Code == "correction_missing" {
			v.Warnings = append(v.Warnings, m.Detail)
		}
	}
	var out bytes.Buffer
	if err := page.Execute(&out, v); err != nil {
		fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(out.Bytes()) // a browser that is gone needs no answer
}

// pageOf is the page that a request is about.
func (h *Handler) pageOf(r *http.Request) int {
	n, err := strconv.Atoi(r.FormValue("page"))
	if err != nil {
		return 1
	}
	return min(max(n, 1), max(h.base.Metadata.Pages, 1))
}

// items are what there is to judge on a page, with what the file says of it.
func (h *Handler) items(file *corrections.File, number int) (list []item) {
	for i := range h.all.Pictures {
		if p := &h.all.Pictures[i]; p.Page == number {
			it := item{Number: i, Kind: "picture", Picture: p.Looks != ""}
			if q := file.PictureLike(p); q != nil {
				it.Alternative, it.Description, it.Decorative, it.Judged = q.Alternative, q.Description, q.Decorative, true
			}
			list = append(list, it)
		}
	}
	for i := range h.all.Tables {
		if t := &h.all.Tables[i]; t.Page == number {
			it := item{Number: i, Kind: "table", Text: t.Text, HeadRows: number0(t.HeadRows)}
			if q := file.TableLike(t); q != nil {
				it.HeadRows, it.HeadColumns, it.Caption, it.Layout, it.Judged = cmp.Or(number0(q.HeadRows), it.HeadRows), number0(q.HeadColumns), q.Caption, q.Layout, true
			}
			list = append(list, it)
		}
	}
	for i := range h.all.Blocks {
		if b := &h.all.Blocks[i]; b.Page == number {
			it := item{Number: i, Kind: "block", Text: b.Text}
			if b.Role == corrections.Heading {
				it.Level = b.Level
			}
			if q := file.BlockLike(b); q != nil {
				it.Role, it.Language, it.Judged = roleValue(q), q.Language, true
			}
			list = append(list, it)
		}
	}
	return list
}

func number0(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

func roleValue(b *corrections.Block) string {
	if b.Role == corrections.Heading {
		return fmt.Sprintf("%s %d", b.Role, b.Level)
	}
	return b.Role
}

// save keeps what the form says, and shows the page again.
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
	h.put(file, r)
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
	http.Redirect(w, r, fmt.Sprintf("?page=%d&saved", h.pageOf(r)), http.StatusSeeOther)
}

// put takes the fields of the form into the file.
func (h *Handler) put(file *corrections.File, r *http.Request) {
	value := func(name string, n int) string {
		return strings.TrimSpace(r.PostFormValue(fmt.Sprintf("%s-%d", name, n)))
	}
	has := func(name string, n int) bool { return r.PostForm.Has(fmt.Sprintf("%s-%d", name, n)) }
	file.By = strings.TrimSpace(r.PostFormValue("by"))
	if title := strings.TrimSpace(r.PostFormValue("title")); title != h.all.Document.Title {
		file.Document.Title = title
	}
	if language := strings.TrimSpace(r.PostFormValue("language")); language != h.all.Document.Language {
		file.Document.Language = language
	}
	for i := range h.all.Pictures {
		if has("alternative", i) {
			p := h.all.Pictures[i]
			p.Alternative, p.Description, p.Decorative = value("alternative", i), strings.ReplaceAll(value("description", i), "\r\n", "\n"), has("decorative", i)
			if p.Decorative {
				p.Alternative, p.Description = "", ""
			}
			file.PutPicture(p)
		}
	}
	for i := range h.all.Tables {
		if has("headrows", i) {
			t := h.all.Tables[i]
			rows := count(value("headrows", i))
			if rows != nil && t.HeadRows != nil && *rows == *t.HeadRows {
				rows = nil // as the program says
			}
			t.HeadRows, t.HeadColumns, t.Caption, t.Layout = rows, count(value("headcolumns", i)), value("caption", i), has("layout", i)
			if t.Layout {
				t.HeadRows, t.HeadColumns, t.Caption = nil, nil, ""
			}
			file.PutTable(t)
		}
	}
	for i := range h.all.Blocks {
		if has("role", i) {
			b := h.all.Blocks[i]
			if q := file.BlockLike(&b); q != nil {
				b.After, b.Join, b.Split = q.After, q.Join, q.Split // the form does not ask for these
			}
			role, level, _ := strings.Cut(value("role", i), " ")
			b.Role, b.Level, b.Language = role, 0, value("language", i)
			if n := count(level); n != nil {
				b.Level = *n
			}
			file.PutBlock(b)
		}
	}
}

// count is the number that a field holds; nil: none.
func count(s string) *int {
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return nil
	}
	return &n
}

// writeWhole writes a file as a whole or not at all.
func writeWhole(name string, data []byte) error {
	temporary := name + ".new"
	if err := os.WriteFile(temporary, data, 0o666); err != nil {
		return err
	}
	return os.Rename(temporary, name)
}

// corrected is the document with corrections.
func (h *Handler) corrected(ctx context.Context, data []byte) (*convert.Result, error) {
	if h.made != nil && bytes.Equal(h.from, data) {
		return h.made, nil
	}
	made := h.base
	if len(data) > 0 {
		var err error
		if made, err = h.convert(ctx, data, nil); err != nil {
			return nil, err
		}
	}
	h.made, h.from = made, data
	return made, nil
}

// result answers with the whole document as it is with corrections.
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
	_ = made.WriteSelfContained(w) // a browser that is gone needs no answer
}

// pdfPage answers with one page as it looks.
func (h *Handler) pdfPage(w http.ResponseWriter, r *http.Request) {
	if err := h.prepare(r.Context()); err != nil {
		fail(w, err)
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	n := h.pageOf(r)
	shown := h.page[n]
	if shown == nil {
		made, err := h.convert(r.Context(), nil, func(o *convert.Options) {
			o.PreserveFormatting, o.AccessibilityCheck, o.Boxes, o.Pages = true, false, false, []convert.PageRange{{First: n, Last: n}}
		})
		if err != nil {
			fail(w, err)
			return
		}
		var out bytes.Buffer
		if err := made.WriteSelfContained(&out); err != nil {
			fail(w, err)
			return
		}
		if len(h.page) >= pagesKept {
			clear(h.page)
		}
		shown = &shownPage{out.Bytes()}
		h.page[n] = shown
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write(shown.html) // a browser that is gone needs no answer
}

// pagesKept is how many pages are kept as they look.
const pagesKept = 50

// picture answers with a picture that is to be judged.
func (h *Handler) picture(w http.ResponseWriter, r *http.Request) {
	if err := h.prepare(r.Context()); err != nil {
		fail(w, err)
		return
	}
	n, err := strconv.Atoi(r.FormValue("n"))
	if err != nil || n < 0 || n >= len(h.all.Pictures) {
		http.NotFound(w, r)
		return
	}
	looks := h.all.Pictures[n].Looks
	for _, a := range h.base.Assets {
		if looks != "" && corrections.LooksOf(a.Data) == looks {
			w.Header().Set("Content-Type", a.MediaType)
			_, _ = w.Write(a.Data) // a browser that is gone needs no answer
			return
		}
	}
	http.NotFound(w, r)
}

func fail(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

// Before is the page before the one that is shown.
func (v view) Before() int { return v.Page - 1 }

// Next is the page behind the one that is shown.
func (v view) Next() int { return v.Page + 1 }
