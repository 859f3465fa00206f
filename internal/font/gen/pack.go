package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"log"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// derive expresses r as its difference from the UTF-32 CMap of the same collection if that is shorter. Most of the
// UTF-8, UTF-16 and UCS-2 CMaps then shrink to nothing.
func derive(r *resource, all map[string]*resource) *resource {
	if r.form == rawCodes || r.form == formUTF32 || r.parent != "" {
		return r
	}
	sibling := regexp.MustCompile(`-(UTF8|UTF16|UCS2)-`).ReplaceAllString(r.name, "-UTF32-")
	base := all[sibling]
	if base == nil {
		return r
	}
	diff := map[uint32]uint32{}
	for c, v := range r.cids {
		if was, ok := base.cids[c]; !ok || was != v {
			diff[c] = v
		}
	}
	for c := range base.cids {
		if _, ok := r.cids[c]; !ok && c <= 0xFFFF {
			diff[c] = 0
		}
	}
	if 2*len(diff) > len(r.cids) {
		return r
	}
	d := *r
	d.parent, d.cids = sibling, diff
	return &d
}

// packCodes returns the chunk of a CMap that maps to CIDs.
func packCodes(r *resource) []byte {
	vertical := byte(0)
	if r.vertical {
		vertical = 1
	}
	ordering := slices.Index(orderings, r.ordering)
	if ordering < 0 {
		log.Fatalf("%s: ordering %q", r.name, r.ordering)
	}
	b := []byte{vertical, byte(r.form), byte(ordering)}
	b = appendString(b, r.parent)
	b = binary.AppendUvarint(b, uint64(len(r.spaces)))
	for _, s := range r.spaces {
		b = binary.AppendUvarint(b, uint64(s.bytes))
		b = binary.AppendUvarint(b, uint64(s.lo))
		b = binary.AppendUvarint(b, uint64(s.hi))
	}
	return packRanges(packRanges(b, r.cids, 1), r.notdef, 0)
}

// packRanges appends a mapping as ranges, one column after the other: the distances between ranges, their lengths,
// and the distance of each first CID from the last CID of the range before.
func packRanges(b []byte, m map[uint32]uint32, step uint32) []byte {
	type span struct{ lo, hi, cid uint32 }
	var spans []span
	for _, c := range slices.Sorted(maps.Keys(m)) {
		v := m[c]
		if n := len(spans); n > 0 {
			if s := &spans[n-1]; s.hi+1 == c && s.cid+step*(c-s.lo) == v && v != 0 {
				s.hi = c
				continue
			}
		}
		spans = append(spans, span{c, c, v})
	}
	b = binary.AppendUvarint(b, uint64(len(spans)))
	next := uint32(0)
	for _, s := range spans {
		b = binary.AppendUvarint(b, uint64(s.lo-next))
		next = s.hi + 1
	}
	for _, s := range spans {
		b = binary.AppendUvarint(b, uint64(s.hi-s.lo))
	}
	expect := uint32(0)
	for _, s := range spans {
		b = binary.AppendVarint(b, int64(s.cid)-int64(expect))
		expect = s.cid + s.hi - s.lo + 1
	}
	return b
}

// packText returns the chunk of a CMap from CIDs to Unicode. It holds the differences between the characters of
// consecutive CIDs. Characters from 0x110000 on are indexes into the texts that follow. 0 is a CID without a
// meaning.
func packText(text map[uint32][]rune) []byte {
	count := slices.Max(slices.Collect(maps.Keys(text))) + 1
	var texts []string
	b := binary.AppendUvarint(nil, uint64(count))
	last := int64(0)
	for c := range count {
		v := int64(0)
		switch rs := text[c]; {
		case len(rs) == 1 && rs[0] != utf8.RuneError:
			v = int64(rs[0])
		case len(rs) > 1:
			v = int64(utf8.MaxRune + 1 + len(texts))
			texts = append(texts, string(rs))
		}
		b = binary.AppendVarint(b, v-last)
		last = v
	}
	b = binary.AppendUvarint(b, uint64(len(texts)))
	for _, s := range texts {
		b = appendString(b, s)
	}
	return b
}

// preferPlain replaces compatibility characters (radicals, vertical forms, private use). It takes an ordinary
// character that has the same CID in the collection's Unicode CMaps, or that is the same character according to
// Unicode. It drops variation selectors: they choose a glyph, and a search without them would not find the text.
func preferPlain(r *resource, all map[string]*resource) map[uint32][]rune {
	ordering := strings.TrimSuffix(strings.TrimPrefix(r.name, "Adobe-"), "-UCS2")
	plain := map[uint32]rune{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		u := all[name]
		if u.form != formUTF32 || u.ordering != ordering {
			continue
		}
		for _, c := range slices.Sorted(maps.Keys(u.cids)) {
			if _, ok := plain[u.cids[c]]; !ok && !compatibility(rune(c)) {
				plain[u.cids[c]] = rune(c)
			}
		}
	}
	out := maps.Clone(r.text)
	for cid, u := range plain {
		if len(out[cid]) == 0 {
			out[cid] = []rune{u}
		}
	}
	for cid, rs := range out {
		rs = slices.DeleteFunc(slices.Clone(rs), variationSelector)
		out[cid] = rs
		if len(rs) != 1 || !compatibility(rs[0]) {
			continue
		}
		if u, ok := plain[cid]; ok {
			out[cid] = []rune{u}
		} else if n := []rune(norm.NFKC.String(string(rs))); len(n) == 1 {
			out[cid] = n
		}
	}
	return out
}

func variationSelector(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF
}

// compatibility reports whether r is a form of another character that readers would not search for. Width forms do
// not count: text keeps its width.
func compatibility(r rune) bool {
	return r >= 0x2E80 && r <= 0x2FDF || // radicals
		r >= 0xF900 && r <= 0xFAFF || r >= 0x2F800 && r <= 0x2FA1F || // compatibility ideographs
		r >= 0xFE10 && r <= 0xFE19 || r >= 0xFE30 && r <= 0xFE4F || // vertical forms
		privateUse(r) || r >= 0xF0000
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func deflate(data []byte) []byte {
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	check(err)
	_, err = w.Write(data)
	check(err)
	check(w.Close())
	return b.Bytes()
}
