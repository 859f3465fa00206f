package server

import (
	"net/http"

	"github.com/pagelift/pagelift/client"
)

// pageRoute is a page of the dashboard, or the action of a form.
type pageRoute struct {
	pattern string
	scope   client.Scope // that the session's key must have
	handle  pageHandler
}

// pageRoutes returns all pages that need a session.
func (s *pages) pageRoutes() []pageRoute {
	return []pageRoute{
		{"GET /dashboard/upload", client.ScopeConversionsWrite, s.uploadPage},
		{"POST /dashboard/upload", client.ScopeConversionsWrite, s.upload},
		{"GET /dashboard/conversions", client.ScopeConversionsRead, s.conversionsPage},
		{"GET /dashboard/conversions/{id}", client.ScopeConversionsRead, s.conversionPage},
		{"GET /dashboard/conversions/{id}/download", client.ScopeConversionsRead, s.results.download},
		{"GET /dashboard/conversions/{id}/preview", client.ScopeConversionsRead, s.preview},
		{"GET /dashboard/conversions/{id}/review", client.ScopeConversionsWrite, s.reviewPage},
		{"POST /dashboard/conversions/{id}/review", client.ScopeConversionsWrite, s.judgeFromPage},
		{"POST /dashboard/conversions/{id}/corrections", client.ScopeConversionsWrite, s.correctFromPage},
		{"POST /dashboard/conversions/{id}/cancel", client.ScopeConversionsWrite, s.cancelFromPage},
		{"POST /dashboard/conversions/{id}/delete", client.ScopeConversionsWrite, s.deleteFromPage},

		{"GET /dashboard/batches", client.ScopeConversionsRead, s.batchesPage},
		{"GET /dashboard/batches/new", client.ScopeConversionsWrite, s.newBatchPage},
		{"POST /dashboard/batches", client.ScopeConversionsWrite, s.createBatchFromPage},
		{"GET /dashboard/batches/{id}", client.ScopeConversionsRead, s.batchPage},
		{"GET /dashboard/batches/{id}/download", client.ScopeConversionsRead, s.results.downloadBatch},
		{"POST /dashboard/batches/{id}/cancel", client.ScopeConversionsWrite, s.cancelBatchFromPage},

		{"GET /dashboard/webhooks", client.ScopeWebhooksRead, s.webhooksPage},
		{"GET /dashboard/webhooks/new", client.ScopeWebhooksWrite, s.newWebhookPage},
		{"POST /dashboard/webhooks", client.ScopeWebhooksWrite, s.createWebhookFromPage},
		{"POST /dashboard/webhooks/secret", client.ScopeWebhooksWrite, s.rotateAccountSecretFromPage},
		{"GET /dashboard/webhooks/{id}", client.ScopeWebhooksRead, s.webhookPage},
		{"GET /dashboard/webhooks/{id}/edit", client.ScopeWebhooksWrite, s.editWebhookPage},
		{"POST /dashboard/webhooks/{id}", client.ScopeWebhooksWrite, s.updateWebhookFromPage},
		{"POST /dashboard/webhooks/{id}/status", client.ScopeWebhooksWrite, s.switchWebhookFromPage},
		{"POST /dashboard/webhooks/{id}/rotate", client.ScopeWebhooksWrite, s.rotateSecretFromPage},
		{"POST /dashboard/webhooks/{id}/test", client.ScopeWebhooksWrite, s.testWebhookFromPage},
		{"POST /dashboard/webhooks/{id}/replay", client.ScopeWebhooksWrite, s.replayWebhookFromPage},
		{"POST /dashboard/webhooks/{id}/delete", client.ScopeWebhooksWrite, s.deleteWebhookFromPage},

		{"GET /dashboard/deliveries", client.ScopeWebhooksRead, s.deliveriesPage},
		{"GET /dashboard/deliveries/{id}", client.ScopeWebhooksRead, s.deliveryPage},
		{"POST /dashboard/deliveries/{id}/replay", client.ScopeWebhooksWrite, s.replayFromPage},

		{"GET /dashboard/keys", client.ScopeKeysWrite, s.keysPage},
		{"POST /dashboard/keys", client.ScopeKeysWrite, s.createKeyFromPage},
		{"POST /dashboard/keys/{id}/revoke", client.ScopeKeysWrite, s.revokeKeyFromPage},

		{"GET /dashboard/accounts", client.ScopeAccountsWrite, s.accountsPage},
		{"POST /dashboard/accounts", client.ScopeAccountsWrite, s.createAccountFromPage},
		{"GET /dashboard/accounts/{id}", client.ScopeAccountsWrite, s.accountPage},
		{"POST /dashboard/accounts/{id}", client.ScopeAccountsWrite, s.changeAccountFromPage},
		{"POST /dashboard/accounts/{id}/status", client.ScopeAccountsWrite, s.switchAccountFromPage},
		{"POST /dashboard/accounts/{id}/keys", client.ScopeAccountsWrite, s.issueKeyFromPage},

		{"GET /dashboard/audit", client.ScopeAccountsWrite, s.auditPage},
	}
}

// dashboardMux serves the dashboard. It refuses requests from pages of other origins, whatever cookie they carry.
func (s *pages) dashboardMux() http.Handler {
	mux := http.NewServeMux()
	open := func(pattern string, handle pageHandler) { mux.Handle(pattern, s.handler(pattern, handle)) }
	open("GET /dashboard", s.home)
	open("GET /dashboard/login", s.loginPage)
	open("POST /dashboard/login", s.login)
	open("POST /dashboard/logout", s.logout)
	mux.Handle("GET /dashboard/assets/dashboard.css", s.dashboard.css)
	mux.Handle("GET /dashboard/assets/htmx.js", s.dashboard.script)
	mux.Handle("GET /dashboard/assets/review.css", s.dashboard.review)
	for _, r := range s.pageRoutes() {
		open(r.pattern, s.signedIn(r.scope, r.handle))
	}
	open("/dashboard/", noPage(mux))
	return http.NewCrossOriginProtection().Handler(mux)
}

// home shows the overview. A key that may not see the overview gets the first page that it may see.
func (s *pages) home(c *call) error {
	err := s.signedIn(client.ScopeUsageRead, s.overviewPage)(c)
	if known := refusal(err); known == nil || known.Code != client.InsufficientScope {
		return err
	}
	for _, t := range tabs {
		if c.hasScope(t.scope) {
			return c.redirect(t.Path)
		}
	}
	return err
}

// signedIn calls handle if somebody is signed in with a key that has the scope. A form that is sent counts as a
// request, as any other does; a page that is only read does not.
func (s *pages) signedIn(scope client.Scope, handle pageHandler) pageHandler {
	return func(c *call) error {
		if err := s.resume(c, scope); err != nil {
			return err
		}
		if c.r.Method == http.MethodPost {
			if err := s.auth.countRequest(c); err != nil {
				return err
			}
		}
		return handle(c)
	}
}
