package store

import (
	"fmt"
	"strings"
)

// selection is the condition of a query, with its parameters.
type selection struct {
	where []string
	args  []any
}

func newSelection(condition string, arg any) *selection {
	s := &selection{}
	s.add(condition, arg)
	return s
}

// add narrows the selection. The placeholder of the parameter follows the condition.
func (s *selection) add(condition string, arg any) {
	s.args = append(s.args, arg)
	s.where = append(s.where, fmt.Sprintf("%s $%d", condition, len(s.args)))
}

// is narrows the selection to a state. A state of letters only, as all are, is written into the query. With
// parameters, PostgreSQL plans for states that are equally frequent, and would search all ended records for the
// few others.
func (s *selection) is(column, state string) {
	for _, b := range []byte(state) {
		if b < 'a' || b > 'z' {
			s.add(column+" =", state)
			return
		}
	}
	s.where = append(s.where, column+" = '"+state+"'")
}

func (s *selection) text() string { return strings.Join(s.where, " AND ") }
