package server

import (
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/netip"
	"net/url"
	"time"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/quota"
	"github.com/pagelift/pagelift/internal/store"
)

// The playground at / converts one document for anybody, so that people can try the service before they have a
// key. All visitors share one account with limits of its own. They see only what they have sent, by a signed
// address.

// playgroundAccount is the name of that account. Its limits can be changed like those of any other.
const playgroundAccount = "playground"

// playgroundLimits are the limits of the account when it is created: enough for a few people at a time, and too
// little for a business.
var playgroundLimits = store.Overrides{
	RequestsPerMinute:  new(int64(60)), // documents: requests for pages and results are not counted
	MonthlyConversions: new(int64(5_000)),
	FileBytes:          new(int64(10 << 20)),
	Concurrent:         new(int64(2)),
	ResultSeconds:      new(int64(time.Hour / time.Second)),
}

const playgroundRoot = "/playground/"

// playground is the page at /, for visitors without a key.
type playground struct {
	*core
	pages       *pages
	auth        *auth
	submissions *submissions
	results     *results
}

// playgroundMux serves the playground.
func (s *playground) playgroundMux() http.Handler {
	mux := http.NewServeMux()
	page := func(pattern string, handle pageHandler) { mux.Handle(pattern, s.pages.handler(pattern, handle)) }
	page("GET /{$}", func(c *call) error { return s.showPlayground(c, http.StatusOK, playgroundView{}) })
	page("POST /playground", s.asVisitor(s.play(s.submissions.submitForm)))
	page("POST /playground/sample", s.asVisitor(s.play(s.submissions.submitSample)))
	page("GET "+samplePath, s.sample)
	page("GET /playground/{id}", s.playedPage)
	page("GET /playground/{id}/state", s.playedState)
	page("GET /playground/{id}/preview", s.withSignedAddress(s.pages.preview))
	page("GET /playground/{id}/form", s.withSignedAddress(s.showForm))
	page("GET /playground/{id}/download", s.withSignedAddress(s.results.download))
	mux.Handle("GET /playground/assets/playground.js", s.pages.dashboard.playground)
	page("/", noPage(mux))
	return http.NewCrossOriginProtection().Handler(mux)
}

// playgroundView is what the page shows.
type playgroundView struct {
	Limit int64 // bytes of a document
	Error string
	Shown *shown       // nil: nothing was sent yet
	Query template.URL // the signature of its addresses

	Sample   string    // address of the document, if it is the sample
	Commands []command // commands that do the same

	Formats string       // forms besides HTML that the page asks for
	Forms   []playedForm // forms besides HTML that the result has
}

// showPlayground answers with the page.
func (s *playground) showPlayground(c *call, status int, v playgroundView) error {
	v.Limit, v.Formats = *playgroundLimits.FileBytes, allFormats()
	if c.account != nil {
		v.Limit = c.fileLimit()
		c.account = nil // nobody is signed in
	}
	return s.pages.showPage(c, status, "playground", view{Title: "PDF to accessible HTML", Data: v})
}

// visit makes the request one of the account that all visitors share.
func (s *playground) visit(c *call) error {
	err := s.db.View(c.ctx(), func(tx store.Tx) (err error) {
		if c.account, err = store.GetAccountByName(c.ctx(), tx, playgroundAccount); err != nil {
			return err
		}
		return c.countUsed(tx)
	})
	if err != nil {
		return s.storeError(err)
	}
	c.limits = quota.LimitsOf(c.account)
	return nil
}

// openPlayground creates the account that all visitors share, if it is missing.
func (s *core) openPlayground(ctx context.Context) error {
	return s.db.Update(ctx, func(tx store.Tx) error {
		account := store.Account{Name: playgroundAccount, Plan: string(quota.Free), Overrides: playgroundLimits}
		_, err := store.EnsureAccount(ctx, tx, account)
		return err
	})
}

// visitorDay is the window in which the documents of a visitor are counted.
const visitorDay = 24 * time.Hour

// networkBits is the length of the prefix of an IPv6 address that a visitor cannot choose: a subscriber gets all
// addresses behind it (RFC 6177).
const networkBits = 64

// countVisitor counts a document of the visitor, before anything that all visitors share is used up. The database
// stores only a keyed hash of the address, so it does not show who the visitor is.
func (s *playground) countVisitor(c *call) error {
	limit := int64(s.config.PlaygroundDaily)
	if limit < 0 {
		return nil
	}
	addr := s.clientAddr(c.r)
	if addr.Is6() {
		addr = netip.PrefixFrom(addr, networkBits).Masked().Addr()
	}
	rate, err := quota.CountIn(c.ctx(), s.db, "visitor "+s.secrets.hashVisitor(addr.String()), visitorDay, limit)
	if err != nil {
		return s.storeError(err)
	}
	if rate.Allowed {
		return nil
	}
	e := failure(client.RateLimitExceeded, "the playground takes %s of a visitor on a day; an API key has limits of its own", plural(limit, "document", "documents"))
	e.Details = map[string]any{"limit": limit, "resets_at": rate.Reset.Format(time.RFC3339)}
	e.RetryAfter = max(time.Second, rate.RetryAfter)
	return e
}

// asVisitor makes the request one of the account that all visitors share. Pages show that nobody is signed in,
// pages of errors included.
func (s *playground) asVisitor(handle pageHandler) pageHandler {
	return func(c *call) error {
		if err := s.visit(c); err != nil {
			return err
		}
		err := handle(c)
		c.account = nil
		return err
	}
}

// submitting submits the document of a request.
type submitting func(*call) (*store.Conversion, error)

// play accepts a document.
func (s *playground) play(submit submitting) pageHandler {
	return func(c *call) error { return s.played(c, submit) }
}

// played submits a document, and redirects to its page.
func (s *playground) played(c *call, submit submitting) error {
	record, err := s.playDocument(c, submit)
	if known := refusal(err); known != nil && !prefersJSON(c.r) {
		if known.RetryAfter > 0 {
			c.w.Header().Set("Retry-After", seconds(known.RetryAfter))
		}
		return s.showPlayground(c, known.Status, playgroundView{Error: sentence(known.Message)})
	}
	if err != nil {
		return err
	}
	until := s.clock().Add(c.limits.ResultLifetime + s.config.ConversionTimeout)
	target := playgroundRoot + record.ID
	return c.redirect(target + "?" + s.secrets.sign(target, record.Account, until))
}

// playDocument counts the document and submits it.
func (s *playground) playDocument(c *call, submit submitting) (*store.Conversion, error) {
	if err := s.countVisitor(c); err != nil {
		return nil, err
	}
	if err := s.auth.countRequest(c); err != nil {
		return nil, err
	}
	return submit(c)
}

// withSignedAddress calls handle if the request has the signed address of the document.
func (s *playground) withSignedAddress(handle pageHandler) pageHandler {
	return s.asVisitor(func(c *call) error {
		err := s.secrets.verify(playgroundRoot+c.r.PathValue("id"), c.account.ID, c.r.URL.Query(), s.clock())
		switch {
		case errors.Is(err, errExpired):
			return resultExpired()
		case err != nil:
			return failure(client.InvalidSignature, "the address is not valid")
		}
		return handle(c)
	})
}

// playedView reads what the page of a document shows.
func (s *playground) playedView(c *call) (playgroundView, error) {
	v, err := s.pages.shownConversion(c)
	q := c.r.URL.Query()
	view := playgroundView{Shown: v, Query: template.URL(url.Values{"expires": q["expires"], "key": q["key"], "signature": q["signature"]}.Encode())}
	if err != nil || !v.Ready {
		return view, err
	}
	if isSample(v.Conversion) {
		view.Sample = samplePath
	}
	if view.Forms, err = formsOf(v.Conversion); err != nil {
		return view, err
	}
	var o order
	if err := json.Unmarshal(v.Options, &o); err != nil {
		return view, err
	}
	view.Commands = commandsOf(v.Conversion, &o, s.baseURL(c.r), false)
	return view, nil
}

// playedPage shows a document that was sent.
func (s *playground) playedPage(c *call) error {
	return s.withSignedAddress(func(c *call) error {
		v, err := s.playedView(c)
		if err != nil {
			return err
		}
		return s.showPlayground(c, http.StatusOK, v)
	})(c)
}

// playedState shows the part of the page that changes during the conversion.
func (s *playground) playedState(c *call) error {
	return s.withSignedAddress(func(c *call) error {
		v, err := s.playedView(c)
		if err != nil {
			return err
		}
		return s.pages.showPart(c, http.StatusOK, "playground", "result", v)
	})(c)
}
