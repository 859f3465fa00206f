package infer_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/semantic"
)

func TestTheLastRowIsAFootIfItSumsUpTheOthers(t *testing.T) {
	t.Parallel()
	head := "*Item*|*Count*|*Sum*"
	for name, c := range map[string]struct {
		rows []string
		foot bool
	}{
		"a total":                  {[]string{head, "Apples|3|6.00", "Pears|2|5.00", "Total|5|11.00"}, true},
		"a total of what":          {[]string{head, "Äpfel|3|6,00", "Birnen|2|5,00", "Summe aller Früchte||11,00"}, true},
		"behind a name":            {[]string{head, "Apples|3|6.00", "Pears|2|5.00", "Grand total|5|11.00"}, true},
		"several sums":             {[]string{head, "Apples|3|6.00", "Total|3|6.00", "Pears|2|5.00", "Total|2|5.00"}, false},
		"a row of words":           {[]string{head, "Apples|3|6.00", "Pears|2|5.00", "Total|see|below"}, false},
		"no numbers":               {[]string{head, "Apples|3|6.00", "Pears|2|5.00", "Total||"}, false},
		"one row to sum up":        {[]string{head, "Apples|3|6.00", "Total|3|6.00"}, false},
		"no head":                  {[]string{"Apples|3|6.00", "Pears|2|5.00", "Total|5|11.00"}, false},
		"a label that is sentence": {[]string{head, "Apples|3|6.00", "Pears|2|5.00", "Total of all that we ever had|5|11.00"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			feet := 0
			for n := range build(t, page(1).text().table(body, c.rows...)).Root.All() {
				if n.Role == semantic.TFoot {
					feet++
					require.Len(t, n.Children, 1)
				}
			}
			require.Equal(t, c.foot, feet == 1)
		})
	}
}
