package pipeline

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/describe"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/patience"
	"github.com/pagelift/pagelift/semantic"
)

func TestTextThatAnEngineIsTold(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"p < .05 and q > 1", "p < .05 and the rest", "a<b and c>d", "Use <b>, not <i>, in <name>", "می\u200cروم", "1 <!-- 2"} {
		require.Equal(t, text, textOf(node(semantic.P, span(text)), limits.DescriptionContext))
	}
	require.Equal(t, "one two", textOf(node(semantic.P, span(" one\x00\u202e\n two ")), limits.DescriptionContext))
}

func TestMarkupOfAnEngine(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"p < .05 and q > 1":                                        "p < .05 and q > 1",
		"p < .05 and the rest":                                     "p < .05 and the rest",
		"x<y and z>w, <unclosed> of <b>":                           "x<y and z>w, <unclosed> of <b>",
		"a <b>grey</b> fox<br>sleeps":                              "a grey fox sleeps",
		"<P class=\"a\" id=b>One.</p><p>Two.</p>":                  "One. Two.",
		"<i><i>One</i> < 2":                                        "<i> One < 2",
		"می\u200cروم\u202e":                                        "می\u200cروم",
		"<img src=x onerror='a'>A fox":                             "A fox",
		strings.Repeat("<b>", 3) + "A" + strings.Repeat("</b>", 3): "A",
	} {
		require.Equal(t, want, oneLine(withoutMarkup(said), limits.AlternativeBytes), said)
	}
	long := strings.Repeat("<b <!-- ", 1<<17)
	require.Equal(t, long, withoutMarkup(long), "what opens and never closes takes no time")
}

// engine is a function as a describe.Engine.
type engine func(context.Context) (*describe.Description, error)

func (e engine) Describe(ctx context.Context, _ describe.Picture) (*describe.Description, error) {
	return e(ctx)
}

func TestAnEngineThatStalls(t *testing.T) {
	t.Parallel()
	stalls := engine(func(ctx context.Context) (*describe.Description, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	synctest.Test(t, func(t *testing.T) {
		list := make([]description, limits.DescribedPictures)
		began := time.Now()
		askForAll(t.Context(), stalls, list)
		require.Equal(t, limits.DescriptionsTime, time.Since(began))
		require.ErrorIs(t, list[0].err, errSlow)
		require.ErrorIs(t, list[len(list)-1].err, errLate)
	})
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		askForAll(ctx, stalls, make([]description, limits.DescribedPictures))
		require.Equal(t, time.Second, time.Since(began), "the context of the conversion ends all calls")
	})
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		var calls atomic.Int64
		deaf := engine(func(context.Context) (*describe.Description, error) {
			calls.Add(1)
			<-end
			return &describe.Description{Text: "too late"}, nil
		})
		list := make([]description, limits.DescribedPictures)
		began := time.Now()
		askForAll(t.Context(), deaf, list)
		require.LessOrEqual(t, time.Since(began), limits.DescriptionsTime+limits.CallGrace)
		require.LessOrEqual(t, calls.Load(), int64(limits.CallsAway+describedAtOnce))
		for i := range list {
			require.Error(t, list[i].err)
			require.Nil(t, list[i].answer)
		}
		require.ErrorIs(t, list[0].err, errSlow)
		require.ErrorIs(t, list[len(list)-1].err, patience.ErrAway)
		close(end)
		synctest.Wait()
		require.Nil(t, list[0].answer, "what comes too late is not taken")
	})
	list := make([]description, 9)
	list[3].err = errTooMany
	askForAll(t.Context(), engine(func(context.Context) (*describe.Description, error) { return nil, errors.New("no eyes") }), list)
	for i := range list {
		require.Error(t, list[i].err)
	}
	require.ErrorIs(t, list[3].err, errTooMany)
}
