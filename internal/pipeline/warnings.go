package pipeline

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

// warnings collects damage from all stages and goroutines. It keeps one warning for each code and page. Which of
// several details it keeps does not depend on the order of arrival. So the list is the same with any number of
// workers.
type warnings struct {
	mu   sync.Mutex
	kept map[warningKey]string
	more bool // some were dropped because the list was full
}

type warningKey struct {
	page int
	code string
}

// warningRoom bounds what is kept before the list is cut to limits.Warnings in page order. It is enough for a few
// codes on each page of the longest documents.
const warningRoom = 4 * limits.Pages

func (w *warnings) add(v layout.Warning) {
	w.mu.Lock()
	defer w.mu.Unlock()
	key := warningKey{v.Page, v.Code}
	old, known := w.kept[key]
	switch {
	case known && old <= v.Detail:
		return
	case !known && len(w.kept) >= warningRoom:
		w.more = true
		return
	case w.kept == nil:
		w.kept = map[warningKey]string{}
	}
	w.kept[key] = v.Detail
}

// addPage adds the warnings of page n. Warnings without a page get that of n.
func (w *warnings) addPage(n int, list []layout.Warning) {
	for _, v := range list {
		if v.Page == 0 {
			v.Page = n
		}
		w.add(v)
	}
}

// damage adds damage of the PDF file. It is the listener for pdf.Options.Warn.
func (w *warnings) damage(d pdf.Damage) {
	detail := d.Detail
	if d.Object > 0 {
		detail = fmt.Sprintf("object %d: %s", d.Object, d.Detail)
	}
	w.add(layout.Warning{Code: d.Code, Page: d.Page, Detail: detail})
}

// pageFailed is the code of a page that could not be read.
const pageFailed = "page_failed"

// withCode returns the warnings with a code, in page order.
func (w *warnings) withCode(code string) []layout.Warning {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []layout.Warning
	for k, detail := range w.kept {
		if k.code == code {
			list = append(list, layout.Warning{Code: code, Page: k.page, Detail: detail})
		}
	}
	slices.SortFunc(list, func(a, b layout.Warning) int { return cmp.Compare(a.Page, b.Page) })
	return list
}

// first returns the detail of the first warning with a code, in page order.
func (w *warnings) first(code string) string {
	if list := w.withCode(code); len(list) > 0 {
		return list[0].Detail
	}
	return ""
}

// list returns what was collected: warnings about the whole document first, then page by page, each page by code.
// It has at most limits.Warnings and then `more_warnings`.
func (w *warnings) list() []layout.Warning {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := make([]layout.Warning, 0, len(w.kept))
	for k, detail := range w.kept {
		list = append(list, layout.Warning{Code: k.code, Page: k.page, Detail: detail})
	}
	slices.SortFunc(list, func(a, b layout.Warning) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Code, b.Code))
	})
	if len(list) <= limits.Warnings && !w.more {
		return list
	}
	cut := min(len(list), limits.Warnings)
	return append(list[:cut:cut], layout.Warning{
		Code: "more_warnings", Detail: fmt.Sprintf("%d more are not listed", len(list)-cut),
	})
}
