package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

func TestNamesOverMailAddressesAreAuthors(t *testing.T) {
	t.Parallel()
	bold := look{size: 10, bold: true}
	paper := func(mail ...string) *pageBuilder {
		p := page(1).block(large, "On Foxes and Dogs")
		for i, m := range mail {
			p.block(bold, []string{"Anna Schmidt", "Bo Chen", "Carla Rossi"}[i]).block(body, "Department of Foxes", m)
		}
		return p.block(bold, "1 Introduction").block(body, wide, wide, wide, "and on.").block(bold, "2 Method").block(body, wide, wide, wide, "and on.")
	}
	for name, c := range map[string]struct {
		page *pageBuilder
		want []string
	}{
		"two authors":            {paper("anna@eastvale.edu", "bo@eastvale.edu"), []string{"On Foxes and Dogs", "1 Introduction", "2 Method"}},
		"one without an address": {paper("anna@eastvale.edu", "bo@eastvale.edu", "Third floor"), []string{"On Foxes and Dogs", "1 Introduction", "2 Method"}},
		"sections of a leaflet":  {paper("Third floor", "anna@eastvale.edu", "Monday to Friday"), []string{"On Foxes and Dogs", "Anna Schmidt", "Bo Chen", "Carla Rossi", "1 Introduction", "2 Method"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var heads []string
			for n := range build(t, c.page).Root.All() {
				if n.Role == semantic.H || n.Role == semantic.Title {
					heads = append(heads, flowText(n.Children))
				}
			}
			require.Equal(t, c.want, heads)
		})
	}
}
