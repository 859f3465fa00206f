package words

import (
	"strings"
	"unicode/utf8"
)

// Bullet returns the length of the bullet at the start of text with the space behind
// it, or 0 when there is none. A bullet alone on its line counts; a dash alone does not.
func Bullet(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case '•', '◦', '▪', '▫', '■', '□', '●', '○', '‣', '⁃', '∙', '·', '◆', '◇', '►', '▶', '➢', '➤', '✓', '✔', '❖', '★', '☐',
		'█', '▸', '▹', '☆', '☑', '☒', '♦', '⚫', '✗', '✘', '✕', '✖', '◻', '❍', '❏', '❑', '❒', '➔', '➜', '⬤', '⬥', '⬧',
		'\uf0b7', '\uf0a7', '\uf0d8', '\uf076', '\uf0fc', '\uf02d', '\uf06c', '\uf06e', '\uf071', '\uf0a8', '\uf0e8': // Symbol and Wingdings in the private use area
	case '-', '–', '—', '*', '−', '‒', '‑', '∗', '›', '»':
		if len(text) == size {
			return 0 // a dash alone is a cell without a value
		}
	default:
		return 0
	}
	if len(text) == size {
		return size
	}
	if text[size] != ' ' {
		return 0
	}
	for size < len(text) && text[size] == ' ' {
		size++
	}
	return size
}

// IsDash reports whether a bullet is also a sign of running text. One such bullet alone makes no list.
func IsDash(sign rune) bool { return strings.ContainsRune("-–—*−‒‑∗›»o", sign) }
