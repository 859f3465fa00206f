package infer

import "github.com/pagelift/pagelift/semantic"

// gatherChunks lists the parts by the chunk of the structure tree to which they
// belong, and joins parts of one chunk that only the end of a page divides.
func (d *draft) gatherChunks() {
	t := d.tree
	counts := make([]int32, 2*len(t.chunks)+2) // for each chunk: its own parts, and the loose parts behind it
	slot := func(p *part) int32 {
		if p.loose {
			return 2*p.chunk + 2
		}
		return 2*p.chunk + 1
	}
	for p := range d.all() {
		counts[slot(p)+1]++
	}
	for i := 1; i < len(counts); i++ {
		counts[i] += counts[i-1]
	}
	d.lead = counts[1]
	for c := range t.chunks {
		t.chunks[c].first, t.chunks[c].loose, t.chunks[c].end = counts[2*c+1], counts[2*c+2], counts[2*c+3]
	}
	d.tagged = make([]*part, counts[len(counts)-1])
	for p := range d.all() {
		d.tagged[counts[slot(p)]] = p
		counts[slot(p)]++
	}
	for c := range t.chunks {
		parts := d.tagged[t.chunks[c].first:t.chunks[c].loose]
		if n := len(parts); n > 1 && parts[0].sheet != parts[n-1].sheet && t.inHead(t.chunks[c].leaf) {
			d.dropRepeats(parts)
		}
		d.chainChunk(parts)
	}
	d.tagHeads()
}

// tagHeads lists the headings in the order of the tree. No heading skips a level
// downwards: that is an error of HTML, whatever the document says.
func (d *draft) tagHeads() {
	d.heads = d.heads[:0]
	for _, p := range d.tagged {
		if (p.role == semantic.H || p.role == semantic.Title) && !p.continued {
			d.heads = append(d.heads, p)
		}
	}
	d.closeGaps()
}

// chainChunk joins the parts of one block that stand on several pages.
func (d *draft) chainChunk(parts []*part) {
	for i, p := range parts {
		if i == 0 || !p.typed || p.continued || p.count == 0 || p.role == semantic.Artifact {
			continue
		}
		if above := parts[i-1]; above.typed && above.next == nil && above.role == p.role && above.count > 0 {
			above.next, p.continued = p, true
		}
	}
}

// inHead reports whether element i is, or stands in, a head of a table.
func (t *tagTree) inHead(i int32) bool {
	for ; i >= 0; i = t.parent(i) {
		if g := &t.tags[i]; g.role == semantic.TH {
			return true
		} else if !g.held {
			return false
		}
	}
	return false
}

// dropRepeats removes copies of the head of a table on further pages: browsers paint the head
// there again, and give it to the same element.
func (d *draft) dropRepeats(parts []*part) {
	for i, p := range parts {
		if i > 0 && p.sheet != parts[0].sheet && p.bytes == parts[0].bytes && d.text(p) == d.text(parts[0]) {
			d.overrule(p, semantic.Artifact, because("tagged", tagWeight, "repeats the head of its table"))
		}
	}
}
