package store

import (
	"fmt"
	"strings"
)

// selection is the condition of a query, and its parameters.
type selection struct {
	where []string
	args  []any
}

func newSelection(condition string, arg any) *selection {
	s := &selection{}
	s.add(condition, arg)
	return s
}

// add narrows the selection; the parameter goes behind the condition.
func (s *selection) add(condition string, arg any) {
	s.args = append(s.args, arg)
	s.where = append(s.where, fmt.Sprintf("%s $%d", condition, len(s.args)))
}

func (s *selection) text() string { return strings.Join(s.where, " AND ") }
