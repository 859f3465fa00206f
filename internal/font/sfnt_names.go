package font

import (
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// Identifiers of the name table that are used here.
const (
	nameFamily            = 1
	namePostScript        = 6
	nameTypographicFamily = 16
)

// maxNameRecords is the most records that are looked at. System fonts in 40 languages have about 900.
const maxNameRecords = 4096

// maxFontName is the length of the longest font name that is accepted, in bytes.
const maxFontName = 255

// nameProgram takes the family and the PostScript name from the name table. Windows and Unicode
// records come before those of the Macintosh, and English ones first.
func (f *sfnt) nameProgram(p *program) {
	t := f.table("name")
	strs := t.from(t.u16(4))
	var best [nameTypographicFamily + 1]struct {
		score int
		text  string
	}
	for i := range min(t.u16(2), maxNameRecords) {
		rec := t.from(6 + 12*i)
		if len(rec) < 12 {
			break
		}
		id := rec.u16(6)
		if id != nameFamily && id != namePostScript && id != nameTypographicFamily {
			continue
		}
		platform, language := rec.u16(0), rec.u16(4)
		score := nameScore(platform, language)
		if score <= best[id].score {
			continue
		}
		if s := recordText(strs.cut(rec.u16(10), min(rec.u16(8), 2*maxFontName)), platform); s != "" {
			best[id].score, best[id].text = score, s
		}
	}
	p.family = best[nameTypographicFamily].text
	if p.family == "" {
		p.family = best[nameFamily].text
	}
	if s := best[namePostScript].text; s != "" {
		p.psName = s
	}
}

func nameScore(platform, language int) int {
	const windowsEnglish = 0x0409
	switch {
	case platform == 3 && language == windowsEnglish:
		return 4
	case platform == 0:
		return 3
	case platform == 3:
		return 2
	case platform == 1:
		return 1
	}
	return 0
}

// recordText decodes a record. Records of the Macintosh are read if they are ASCII, since its other
// encodings are no longer used. All others are UTF-16.
func recordText(b bin, platform int) string {
	if platform == 1 {
		return cleanName(b)
	}
	units := make([]uint16, len(b)/2)
	for i := range units {
		units[i] = uint16(b.u16(2 * i))
	}
	return cleanName([]byte(string(utf16.Decode(units))))
}

// cleanName returns b as a name. It returns "" unless b is printable UTF-8 of a plausible length.
func cleanName(b []byte) string {
	if len(b) == 0 || len(b) > maxFontName || !utf8.Valid(b) {
		return ""
	}
	for _, c := range b {
		if c < ' ' || c == 0x7F {
			return ""
		}
	}
	return strings.TrimSpace(string(b))
}

// postNames finds glyph names in a post table.
type postNames struct {
	data  bin
	count int

	once    *sync.Once
	offsets []uint32 // places of the Pascal strings of format 2, found on first use
}

const (
	postHeader   = 32
	postFormat1  = 0x00010000
	postFormat2  = 0x00020000
	postFormat25 = 0x00025000
)

func newPostNames(post bin) postNames {
	n := postNames{data: post, once: new(sync.Once)}
	switch post.u32(0) {
	case postFormat1:
		n.count = len(macGlyphs())
	case postFormat2:
		n.count = min(post.u16(postHeader), max(len(post)-postHeader-2, 0)/2)
	case postFormat25:
		n.count = min(post.u16(postHeader), max(len(post)-postHeader-2, 0))
	}
	return n
}

// name returns the name of glyph gid, "" when the table gives none.
func (n *postNames) name(gid int) string {
	if gid >= n.count {
		return ""
	}
	mac := macGlyphs()
	index := gid
	switch n.data.u32(0) {
	case postFormat2:
		index = n.data.u16(postHeader + 2 + 2*gid)
	case postFormat25:
		index = gid + int(int8(n.data.u8(postHeader+2+gid)))
	}
	switch {
	case index < 0:
		return ""
	case index < len(mac):
		return mac[index]
	}
	return n.ownString(index - len(mac))
}

// ownString returns string i of the table.
func (n *postNames) ownString(i int) string {
	n.once.Do(n.findStrings)
	if i >= len(n.offsets) {
		return ""
	}
	at := int(n.offsets[i])
	return cleanName(n.data.cut(at+1, n.data.u8(at)))
}

func (n *postNames) findStrings() {
	if n.data.u32(0) != postFormat2 {
		return
	}
	// No more strings are read than indexes can refer to.
	for at := postHeader + 2 + 2*n.count; at < len(n.data) && len(n.offsets) < maxGID; {
		n.offsets = append(n.offsets, uint32(at))
		at += 1 + n.data.u8(at)
	}
}
