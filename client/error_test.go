package client_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

func TestErrorsAreTheirCodeAndTheirStatus(t *testing.T) {
	t.Parallel()
	err := fmt.Errorf("order 17: %w", &client.Error{Status: 404, Code: client.BatchNotFound, Message: "there is none", RequestID: "req_1"})
	require.ErrorIs(t, err, client.BatchNotFound)
	require.ErrorIs(t, err, client.ErrNotFound)
	require.NotErrorIs(t, err, client.ConversionNotFound)
	require.NotErrorIs(t, err, client.ErrQuota)
	require.NotErrorIs(t, err, errors.New("client: batch_not_found"))
	require.EqualError(t, err, "order 17: client: batch_not_found: there is none (request req_1)")
	require.EqualError(t, &client.Error{Status: 502}, "client: status 502")
	require.EqualError(t, client.ErrNotFound, "client: status 404 Not Found")
}

func TestErrorsSayWhetherToTryAgain(t *testing.T) {
	t.Parallel()
	said := func(retryable any) map[string]any { return map[string]any{"retryable": retryable} }
	for name, c := range map[string]struct {
		err  client.Error
		want bool
	}{
		"too many requests":         {client.Error{Status: 429}, true},
		"a proxy":                   {client.Error{Status: 502}, true},
		"a bad request":             {client.Error{Status: 400}, false},
		"no answer at all":          {client.Error{}, false},
		"a crash that comes again":  {client.Error{Status: 500, Details: said(false)}, false},
		"a slow upload":             {client.Error{Status: 408, Details: said(true)}, true},
		"details that say nonsense": {client.Error{Status: 503, Details: said("no")}, true},
	} {
		require.Equal(t, c.want, c.err.Retryable(), name)
	}
}

// A code is a promise: it is unique, has the form of an identifier, and is documented with its status.
func TestCodes(t *testing.T) {
	t.Parallel()
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, parser.ParseComments)
	require.NoError(t, err)
	form := regexp.MustCompile(`^[a-z]+(_[a-z]+)*$`)
	seen := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		name := spec.Names[0].Name
		value, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		require.NoError(t, err)
		require.Regexp(t, form, value)
		require.False(t, seen[value], "%s stands twice", value)
		seen[value] = true
		require.Regexp(t, `^`+name+` \([45]\d\d\): `, spec.Doc.Text())
		return false
	})
	require.Greater(t, len(seen), 40)
}
