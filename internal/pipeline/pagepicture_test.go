package pipeline

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

func TestPicturesOfLostPagesAreBounded(t *testing.T) {
	t.Parallel()
	pages := func(n int) []lostPage {
		lost := make([]lostPage, n)
		for i := range lost {
			lost[i].info = &semantic.PageInfo{Number: i + 1}
		}
		return lost
	}
	draws := func(context.Context, *semantic.PageInfo) (*layout.Graphic, error) { return &layout.Graphic{}, nil }
	for _, workers := range []int{1, 2, 7} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			t.Parallel()
			many := pages(5)
			drawLost(t.Context(), many, pictureBounds{3, time.Hour}, workers, draws)
			for i, l := range many {
				require.Equal(t, i < 3, l.graphic != nil, i)
				require.Equal(t, i < 3, l.err == nil, i)
			}
			require.ErrorIs(t, many[3].err, imaging.ErrTooLarge)
			require.ErrorContains(t, many[4].err, "5 pages of the document want one, and 3 get one")

			slow := pages(20)
			drawLost(t.Context(), slow, pictureBounds{100, 2 * time.Second}, workers, func(ctx context.Context, page *semantic.PageInfo) (*layout.Graphic, error) {
				if page.Number == 1 {
					return &layout.Graphic{}, nil
				}
				<-ctx.Done() // for ever
				return nil, ctx.Err()
			})
			require.NotNil(t, slow[0].graphic)
			require.NoError(t, slow[0].err)
			for _, l := range slow[1:] {
				require.Nil(t, l.graphic)
				require.ErrorIs(t, l.err, imaging.ErrTooLarge)
				require.ErrorContains(t, l.err, "take more than 2s")
			}
		})
	}
}
