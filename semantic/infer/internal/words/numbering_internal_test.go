package words

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumberOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Number{
		"1.2 Foxes":     {Depth: 2, Bytes: 4, Value: 2, Kind: '1'},
		"(iv) foxes":    {Depth: 1, Bytes: 5, Value: 4, Kind: 'i', Suffix: ')', Open: true},
		"3- foxes":      {Depth: 1, Bytes: 3, Value: 3, Kind: '1', Suffix: '-'},
		"3-year plan":   {},
		"04 - Foxes":    {Depth: 1, Bytes: 5, Value: 4, Kind: '1'},
		"2. – foxes":    {Depth: 1, Bytes: 7, Value: 2, Kind: '1', Suffix: '.'},
		"Artikel 5":     {Depth: 1, Bytes: 9, Value: 5, Kind: '1', Word: true},
		"Статья 12. X":  {Depth: 1, Bytes: 17, Value: 12, Kind: '1', Word: true, Suffix: '.'},
		"المادة 3 نص":   {Depth: 1, Bytes: 15, Value: 3, Kind: '1', Word: true},
		"٤. نص":         {Depth: 1, Bytes: 4, Value: 4, Kind: '1', Suffix: '.'},
		"第三章 狐":         {Depth: 1, Bytes: 10, Value: 3, Kind: CJKKind, Word: true},
		"第12節　狐":        {Depth: 2, Bytes: 11, Value: 12, Kind: CJKKind, Word: true},
		"제2조 여우":        {Depth: 1, Bytes: 8, Value: 2, Kind: CJKKind, Word: true},
		"二十一、狐":         {Depth: 1, Bytes: 12, Value: 21, Kind: CJKKind, Suffix: '.'},
		"（二）狐":          {Depth: 1, Bytes: 9, Value: 2, Kind: CJKKind, Suffix: ')', Open: true},
		"一般的な狐":         {},
		"1998. It was.": {},
	} {
		require.Equal(t, want, NumberOf(text), text)
	}
}

func TestLoneNumbers(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]Number{
		"A Contributions": {Depth: 1, Bytes: 2, Value: 1, Kind: 'A'},
		"IV Results":      {Depth: 1, Bytes: 3, Value: 4, Kind: 'I'},
		"a contribution":  {},
		"iv results":      {},
		"On foxes":        {},
		"A ":              {},
		"A":               {},
	} {
		require.Equal(t, want, LoneNumber(text), text)
	}
}
