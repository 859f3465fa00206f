package server

import "net/http"

// auditPage shows the audit log.
func (s *pages) auditPage(c *call) error {
	q := pageQuery(c.r)
	f, err := auditFilter(q)
	if err != nil {
		return err
	}
	list, next, err := s.accounts.audit(c, f)
	if err != nil {
		return err
	}
	v := struct {
		List []auditRow
		Next string
	}{Next: nextPage(auditRoot, q, next)}
	for _, e := range list {
		v.List = append(v.List, auditRow{wireAudit(e), AuditDetails(e.Detail)})
	}
	return s.showPage(c, http.StatusOK, "audit", view{Title: "Audit log", Tab: auditRoot, Data: v})
}
