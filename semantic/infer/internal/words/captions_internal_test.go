package words

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCaptionLabels(t *testing.T) {
	t.Parallel()
	table := CaptionLabel{Kind: TableCaption}
	ended := CaptionLabel{Kind: TableCaption, Ended: true}
	lone := CaptionLabel{Kind: TableCaption, Ended: true, Lone: true}
	runs := CaptionLabel{Kind: TableCaption, Runs: true}
	figure := CaptionLabel{Kind: FigureCaption, Ended: true}
	for text, want := range map[string]CaptionLabel{
		"Table 3 Exports":            table,
		"Table 3. Exports":           ended,
		"TABLE IV.—Exports":          ended,
		"Table 3":                    lone,
		"Table 3.":                   lone,
		"Table A-2: x":               ended,
		"Tab. 3.1 | x":               ended,
		"Table S12b. x":              ended,
		"Table 3 shows":              runs,
		"Table 3, which":             {},
		"Table of contents":          {},
		"Tables are":                 {},
		"Table I saw":                runs,
		"Table":                      {},
		"Tableau n° 3 – x":           ended,
		"Fig. 2-1: x":                figure,
		"Fig.2: x":                   figure,
		"Рис. 4. x":                  figure,
		"図1：x":                       figure,
		"图 1.2 系统":                   {Kind: FigureCaption},
		"图1显示":                       {},
		"表格3 x":                      {Kind: TableCaption, Runs: true},
		"Exhibit A: x":               figure,
		"Listing 1: x":               {Kind: otherCaption, Ended: true},
		"":                           {},
		"3":                          {},
		"Figure 1a) x":               figure,
		"Chart 2: Growth":            figure,
		"Table 12345678901234567890": lone,
	} {
		got := CaptionLabelOf(text)
		got.Word, got.Number = "", ""
		require.Equal(t, want, got, text)
	}
}

func TestCaptionLabelsSayWhatTheyNumber(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"Table 3. Exports": {"Table", "3"}, "Fig. 2.1a: x": {"Fig", "2.1a"}, "TABLE IV": {"TABLE", "IV"}, "Tableau n° 3 – x": {"Tableau", "3"}, "図1：x": {"図", "1"},
	} {
		l := CaptionLabelOf(text)
		require.Equal(t, want, [2]string{l.Word, l.Number}, text)
	}
}
