package infer

import "github.com/pagelift/pagelift/semantic"

// Thresholds. Lengths are in ems where nothing else is said.
const (
	// outlineEntries is the most entries of an outline that are offered for navigation. A
	// list that is longer than some screens helps nobody to find a place. Outlines of
	// manuals have thousands (the largest measured, 5,168).
	outlineEntries = 400
)

// outlineOffered returns the part of the document's outline that is offered for navigation: as many
// upper levels as have at most outlineEntries entries together, with where
// they lead. It leaves out entries that lead nowhere and have nothing below them.
func (d *draft) outlineOffered() []semantic.OutlineItem {
	levels, total := 0, 0
	for _, n := range outlineLevels(nil, d.src.Outline, 0) {
		if total += n; total > outlineEntries && levels > 0 {
			break
		}
		levels++
	}
	left := outlineEntries
	return d.offered(d.src.Outline, levels, &left)
}

// outlineLevels adds the entries of items, which are at level depth, and of the levels below to counts.
func outlineLevels(counts []int, items []semantic.OutlineItem, depth int) []int {
	if len(items) == 0 {
		return counts
	}
	if depth == len(counts) {
		counts = append(counts, 0)
	}
	counts[depth] += len(items)
	for i := range items {
		counts = outlineLevels(counts, items[i].Children, depth+1)
	}
	return counts
}

func (d *draft) offered(items []semantic.OutlineItem, levels int, left *int) []semantic.OutlineItem {
	if levels == 0 {
		return nil
	}
	var out []semantic.OutlineItem
	for i := range items {
		if *left--; *left < 0 {
			break
		}
		item := items[i]
		item.Href = d.outlineHref(&item)
		item.Children = d.offered(item.Children, levels-1, left)
		if item.Href != "" || len(item.Children) > 0 {
			out = append(out, item)
		}
	}
	return out
}

// outlineHref returns where an entry leads: to the heading with its words on the page of
// its destination, else to the heading at its destination, else to the page.
func (d *draft) outlineHref(item *semantic.OutlineItem) string {
	if item.URI != "" {
		return safeURI(item.URI)
	}
	sheet, found := d.sheetNumbered(item.Target.Page)
	if !found {
		return ""
	}
	if words := string(appendWords(nil, item.Title)); words != "" {
		for _, h := range d.headsByPage[int32(sheet)] {
			if string(appendWords(nil, d.chainText(h))) == words {
				return d.anchors[h]
			}
		}
	}
	return d.anchor(item.Target.Page, item.Target.At.Y)
}
