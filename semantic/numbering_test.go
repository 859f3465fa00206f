package semantic

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumberOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]number{
		"1.2 Foxes":     {depth: 2, bytes: 4, value: 2, kind: '1'},
		"(iv) foxes":    {depth: 1, bytes: 5, value: 4, kind: 'i', suffix: ')', open: true},
		"3- foxes":      {depth: 1, bytes: 3, value: 3, kind: '1', suffix: '-'},
		"3-year plan":   {},
		"Artikel 5":     {depth: 1, bytes: 9, value: 5, kind: '1', word: true},
		"Статья 12. X":  {depth: 1, bytes: 17, value: 12, kind: '1', word: true, suffix: '.'},
		"المادة 3 نص":   {depth: 1, bytes: 15, value: 3, kind: '1', word: true},
		"٤. نص":         {depth: 1, bytes: 4, value: 4, kind: '1', suffix: '.'},
		"第三章 狐":         {depth: 1, bytes: 10, value: 3, kind: cjkKind, word: true},
		"第12節　狐":        {depth: 2, bytes: 11, value: 12, kind: cjkKind, word: true},
		"제2조 여우":        {depth: 1, bytes: 8, value: 2, kind: cjkKind, word: true},
		"二十一、狐":         {depth: 1, bytes: 12, value: 21, kind: cjkKind, suffix: '.'},
		"（二）狐":          {depth: 1, bytes: 9, value: 2, kind: cjkKind, suffix: ')', open: true},
		"一般的な狐":         {},
		"1998. It was.": {},
	} {
		require.Equal(t, want, numberOf(text), text)
	}
}
