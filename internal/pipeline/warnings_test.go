package pipeline

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
	"github.com/pagelift/pagelift/layout"
)

func TestWarningsAreTheSameInAnyOrderOfArrival(t *testing.T) {
	t.Parallel()
	var all []layout.Warning
	for page := range 20 {
		for n := range 3 {
			all = append(all, layout.Warning{Code: "a", Page: page, Detail: fmt.Sprint("detail ", n)}, layout.Warning{Code: "b", Page: page})
		}
	}
	var want []layout.Warning
	for page := range 20 {
		want = append(want, layout.Warning{Code: "a", Page: page, Detail: "detail 0"}, layout.Warning{Code: "b", Page: page})
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		var w warnings
		for _, v := range all {
			w.add(v)
		}
		require.Equal(t, want, w.list())
	}
}

func TestWarningsAreCutWithAWord(t *testing.T) {
	t.Parallel()
	var w warnings
	for page := range limits.Warnings {
		w.add(layout.Warning{Code: "a", Page: page})
	}
	require.Len(t, w.list(), limits.Warnings)
	w.add(layout.Warning{Code: "a", Page: limits.Warnings})
	w.add(layout.Warning{Code: "b", Page: limits.Warnings})
	list := w.list()
	require.Len(t, list, limits.Warnings+1)
	require.Equal(t, layout.Warning{Code: "more_warnings", Detail: "2 more are not listed"}, list[limits.Warnings])
}

func TestWarningsThatFindNoRoomAreNotForgotten(t *testing.T) {
	t.Parallel()
	var w warnings
	for page := range warningRoom + 1 {
		w.add(layout.Warning{Code: "a", Page: page})
	}
	require.Len(t, w.kept, warningRoom)
	require.True(t, w.more)
}

func TestDamageNamesItsObject(t *testing.T) {
	t.Parallel()
	var w warnings
	w.damage(pdf.Damage{Code: "stream_damaged", Page: 2, Object: 7, Detail: "it ends early"})
	require.Equal(t, []layout.Warning{{Code: "stream_damaged", Page: 2, Detail: "object 7: it ends early"}}, w.list())
}
