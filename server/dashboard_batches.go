package server

import (
	"net/http"
	"net/url"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// batchesPage lists batches.
func (s *pages) batchesPage(c *call) error {
	list, next, err := s.results.batches(c, c.r.URL.Query().Get("cursor"), pageDefault)
	if err != nil {
		return err
	}
	data := struct {
		List []*store.Batch
		Next string
	}{list, nextPage(batchesRoot, nil, next)}
	v := view{Title: "Batches", Tab: batchesRoot, Data: data}
	for _, b := range list {
		v.Running = v.Running || !b.Status.Terminal()
	}
	return s.showPage(c, http.StatusOK, "batches", v)
}

// nextPage returns the address of the next page of a list, or "" if there is none.
func nextPage(root string, filter url.Values, cursor string) string {
	if cursor == "" {
		return ""
	}
	q := url.Values{"cursor": {cursor}}
	for name := range filter {
		if value := filter.Get(name); value != "" && name != "cursor" {
			q.Set(name, value)
		}
	}
	return root + "?" + q.Encode()
}

// batchView is what the page of a batch shows.
type batchView struct {
	*store.Batch
	Errors  map[client.Code]int
	Ready   bool // there are results to download
	Members []*store.Conversion
	Next    string
	Filter  statusFilter
}

// statusFilter is the control that selects a status for a list.
type statusFilter struct {
	Root     string // path of the list
	Status   string
	Statuses []store.Status
}

// filterStatus returns that control for the status in a query.
func filterStatus(root string, q url.Values) statusFilter {
	return statusFilter{root, q.Get("status"), []store.Status{store.Queued, store.Processing, store.Completed, store.Failed, store.Cancelled}}
}

// batchPage shows a batch with its members.
func (s *pages) batchPage(c *call) error {
	q := pageQuery(c.r)
	filter, err := conversionFilter(q)
	if err != nil {
		return err
	}
	v := batchView{}
	if v.Batch, err = s.results.batch(c, c.r.PathValue("id")); err != nil {
		return err
	}
	wire, err := s.results.wireBatch(c, v.Batch)
	if err != nil {
		return err
	}
	v.Errors = wire.ErrorCounts
	v.Ready = v.Status.Terminal() && v.Succeeded > 0 && s.clock().Before(v.Expires)
	filter.Batch = v.ID
	var next string
	if v.Members, next, err = s.results.conversions(c, filter); err != nil {
		return err
	}
	here := batchesRoot + "/" + v.ID
	v.Next, v.Filter = nextPage(here, q, next), filterStatus(here, q)
	return s.showPage(c, http.StatusOK, "batch", view{
		Title: "Batch of " + plural(v.Total, "document", "documents"), Tab: batchesRoot, Data: v,
		Running: !v.Status.Terminal(), Said: "The batch is " + string(v.Status) + ".",
	})
}

// cancelBatchFromPage cancels a batch.
func (s *pages) cancelBatchFromPage(c *call) error {
	batch, err := s.results.stopBatch(c)
	if err != nil {
		return err
	}
	return c.redirect(batchesRoot + "/" + batch.ID + "?notice=cancelled")
}
