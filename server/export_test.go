package server

import (
	"errors"
	"net/http"
	"strings"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/store"
	"github.com/pagelift/pagelift/internal/worker"
)

// SetConverter makes a service convert with w.
func (c *Config) SetConverter(w worker.Converter) { c.converter = w }

// DB returns the database of the service, for tests that arrange what no request can.
func (s *Server) DB() *store.DB { return s.db }

// Statuses is the table of error codes.
var Statuses = statuses

// Panicking returns a handler that panics: at /begun in the middle of its answer, elsewhere before it.
func (s *Server) Panicking() http.Handler {
	return s.router.wrap("panic", func(c *call) error {
		if c.r.URL.Path == "/begun" {
			c.w.WriteHeader(http.StatusOK)
			_, _ = c.w.Write([]byte("begun"))
			_ = http.NewResponseController(c.w).Flush()
		}
		var nothing *call
		return nothing.once.keepNothing()
	})
}

func (o *once) keepNothing() error { return errors.New(o.record.Key) }

// PageRoute is a page of the dashboard, or the action of a form.
type PageRoute struct {
	Method, Path string
	Scope        client.Scope
}

// PageRoutes returns all pages that need a session.
func (s *Server) PageRoutes() (all []PageRoute) {
	for _, r := range s.pages.pageRoutes() {
		method, path, _ := strings.Cut(r.pattern, " ")
		all = append(all, PageRoute{method, path, r.scope})
	}
	return all
}
