package server_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
)

func TestABatchByHand(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v := h.visit("one")
	pdf, err := os.ReadFile("../examples/sample.pdf")
	require.NoError(t, err)
	a := v.upload("/dashboard/batches", []chosen{{"files[]", "a.pdf", string(pdf)}, {"files[]", "b.pdf", "no PDF"}},
		"addresses", "https://10.0.0.1/c.pdf\r\n\r\n  https://10.0.0.1/d.pdf\r\n", "semantic_html", "on", "keep_document", "on")
	require.Equal(t, http.StatusOK, a.StatusCode, a.body)
	require.Contains(t, a.body, "Batch of 4 documents")
	id := a.path()[strings.LastIndexByte(a.path(), '/')+1:]
	batch, err := h.client.Batches.Wait(t.Context(), id)
	require.NoError(t, err)
	require.Equal(t, []int{4, 1, 3}, []int{batch.Total, batch.Completed, batch.Failed})
	a = v.get(a.path())
	for _, shown := range []string{"a.pdf", "b.pdf", "c.pdf", "d.pdf", "url_not_allowed", "invalid_file_format", "Download all results", "The batch is completed."} {
		require.Contains(t, a.body, shown)
	}
	require.NotContains(t, v.get(a.path()+"?status=failed").body, "a.pdf")
	require.Equal(t, "application/zip", v.get(a.path()+"/download").Header.Get("Content-Type"))
	require.Contains(t, v.get("/dashboard/batches").body, id)
	for member, err := range h.client.Batches.Conversions(t.Context(), id, client.StatusCompleted) {
		require.NoError(t, err)
		require.Nil(t, member.Metadata.AccessibilityScore, "a box that is not ticked means off")
		require.Contains(t, v.get("/dashboard/conversions/"+member.ID).body, "Judge it page by page")
	}
	other := h.visit("two")
	require.Equal(t, http.StatusNotFound, other.get(a.path()).StatusCode)
	require.Equal(t, http.StatusNotFound, other.get(a.path()+"/download").StatusCode)
	require.Equal(t, http.StatusNotFound, other.post(a.path()+"/cancel").StatusCode)
	require.NotContains(t, other.get("/dashboard/batches").body, id)
}

func TestABatchOfNothingIsRefused(t *testing.T) {
	t.Parallel()
	h := newHooked(t)
	v := h.visit("one")
	for name, fields := range map[string][]string{
		"nothing":     {"addresses", ""},
		"a parameter": {"addresses", "https://a.example/a.pdf", "plan", "free"},
		"a long text": {"addresses", strings.Repeat("https://a.example/a.pdf\n", 1000)},
	} {
		a := v.upload("/dashboard/batches", []chosen{{"files[]", "", ""}}, fields...)
		require.Equal(t, http.StatusBadRequest, a.StatusCode, name)
		require.Contains(t, a.body, `role="alert"`, name)
	}
	a := v.upload("/dashboard/batches", []chosen{{"files[]", "", ""}}, "addresses", "https://10.0.0.1/c.pdf\nhttps://10.0.0.1/d.pdf")
	require.Equal(t, http.StatusBadRequest, a.StatusCode, "no file was chosen, and neither address is valid")
	list, err := h.client.Batches.List(t.Context(), client.Paging{})
	require.NoError(t, err)
	require.Empty(t, list.Data)
}

func TestABatchIsCancelledByHand(t *testing.T) {
	t.Parallel()
	s := newService(t)
	v := signIn(t, s.url, s.key)
	a := v.upload("/dashboard/batches", []chosen{{"files[]", "wait", pdf}, {"files[]", "wait", pdf}, {"files[]", "wait", pdf}})
	require.Contains(t, a.body, "Cancel what has not ended")
	a = v.post(a.path() + "/cancel")
	require.Contains(t, a.body, "is being cancelled")
	batch, err := s.client.Batches.Wait(t.Context(), a.path()[strings.LastIndexByte(a.path(), '/')+1:])
	require.NoError(t, err)
	require.Equal(t, []any{client.StatusCancelled, 3}, []any{batch.Status, batch.Cancelled})
	require.NotContains(t, v.get(a.path()).body, "Cancel what has not ended")
}
