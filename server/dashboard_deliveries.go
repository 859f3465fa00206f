package server

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
)

// deliveriesView is what the page of deliveries shows.
type deliveriesView struct {
	List     []*store.Delivery
	Next     string
	Webhook  string // whose deliveries the list has; empty: all
	Webhooks []*store.Webhook
	Status   string // that the deliveries have; empty: all
	Statuses []store.DeliveryStatus
}

// deliveriesPage lists deliveries.
func (s *pages) deliveriesPage(c *call) error {
	q := pageQuery(c.r)
	filter, err := deliveryFilter(q)
	if err != nil {
		return err
	}
	v := deliveriesView{
		Webhook: filter.Webhook, Status: string(filter.Status),
		Statuses: []store.DeliveryStatus{store.Pending, store.Succeeded, store.GivenUp, store.Superseded},
	}
	if v.Webhooks, err = s.delivery.webhooks(c); err != nil {
		return err
	}
	var next string
	if v.List, next, err = s.delivery.deliveries(c, filter); err != nil {
		return err
	}
	v.Next = nextPage(deliveriesRoot, q, next)
	return s.showPage(c, http.StatusOK, "deliveries", view{Title: "Deliveries", Tab: deliveriesRoot, Running: sending(v.List), Data: v})
}

// sending reports whether a delivery of a list is on its way.
func sending(list []*store.Delivery) bool {
	return slices.ContainsFunc(list, func(d *store.Delivery) bool { return d.Status == store.Pending })
}

// deliveryPage shows a delivery with its attempts.
func (s *pages) deliveryPage(c *call) error {
	d, err := s.delivery.readDelivery(c)
	if err != nil {
		return err
	}
	return s.showPage(c, http.StatusOK, "delivery", view{
		Title: "Delivery of " + d.Event, Tab: deliveriesRoot, Data: d,
		Running: d.Status == client.DeliveryPending, Said: "The delivery is " + string(d.Status) + ".",
	})
}

// replayFromPage sends a delivery again.
func (s *pages) replayFromPage(c *call) error {
	d, err := s.delivery.replayOne(c)
	if err != nil {
		return err
	}
	return c.redirect(deliveriesRoot + "/" + url.PathEscape(d.ID) + "?notice=replayed")
}
