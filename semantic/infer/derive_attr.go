package infer

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pagelift/pagelift/semantic"
)

// nameElements gives anchors to the elements that have an ID. An ID is a byte string:
// characters that no anchor can have are left out, and each anchor is given once.
func (d *draft) nameElements(next map[string]int) {
	t := d.tree
	t.ids, t.given = map[int32]string{}, map[int32]bool{}
	for i := range t.Elements {
		if p := t.Elements[i].Properties; p != nil && p.ID != "" && !t.tags[i].hidden && t.tags[i].kind != cellTag { // nameHeads gives cells their anchors
			if id := anchorOf(p.ID); id != "" {
				t.ids[int32(i)] = strings.TrimPrefix(unique("#"+id, next), "#")
			}
		}
	}
	for i := range d.sheets {
		for k := range d.sheets[i].Links {
			if target := d.sheets[i].Links[k].Target; target != nil && target.Element > 0 {
				d.nameTarget(int32(target.Element), next)
			}
		}
	}
}

// nameTarget gives an anchor to the element to which a link leads. Headings have one already.
func (d *draft) nameTarget(object int32, next map[string]int) {
	t := d.tree
	if e := t.target(object); e >= 0 && t.ids[e] == "" && t.tags[e].role != semantic.H && t.tags[e].role != semantic.Title {
		t.ids[e] = strings.TrimPrefix(unique("#part", next), "#")
	}
}

// target returns the element to which links to an object lead, or -1: the element of that object,
// or, if it has no node, the first element with a node in it.
func (t *tagTree) target(object int32) int32 {
	e, ok := t.byNumber[object]
	if !ok || t.tags[e].hidden {
		return -1
	}
	for t.tags[e].leaf == e && (t.tags[e].kind == groupTag || t.tags[e].kind == clearTag) {
		first := int32(-1)
		for _, k := range t.kidsOf(e) {
			if first = t.kid(e, k); first >= 0 {
				break
			}
		}
		if first < 0 {
			return -1
		}
		e = first
	}
	e = t.tags[e].leaf
	if t.tags[e].kind == bodyTag || t.tags[e].kind == labelTag { // they are parts of the node of their item
		if p := t.parent(e); p >= 0 && t.tags[p].kind == itemTag {
			return p
		}
		return -1
	}
	return e
}

// targetAnchor returns the anchor of the element that a link leads to, with the #, or ""
// when it has none.
func (d *draft) targetAnchor(object int) string {
	t := d.tree
	if t == nil || object == 0 {
		return ""
	}
	e := t.target(int32(object))
	if e < 0 {
		return ""
	}
	if id := t.ids[e]; id != "" {
		return "#" + id
	}
	if p := d.firstPart(e); p != nil {
		return d.anchors[p]
	}
	return ""
}

// anchorOf returns the anchor for an ID, or "" when none of its characters can be in one. An ID that
// looks like an anchor of ours gets a prefix.
func anchorOf(id string) string {
	id = strings.Map(func(r rune) rune {
		if r == utf8.RuneError || !unicode.IsGraphic(r) || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, id)
	if len(id) > idBytes {
		return ""
	}
	for _, prefix := range ownAnchors {
		if rest, ok := strings.CutPrefix(id, prefix); ok && strings.Trim(rest, "0123456789-") == "" {
			return "id-" + id
		}
	}
	return id
}

// ownAnchors are the beginnings of anchors that do not come from words of the document.
var ownAnchors = [...]string{"page-", "fn-", "fnref-", "th-", controlPrefix}

// idBytes is the longest ID that becomes an anchor.
const idBytes = 256

// tagAttr gives n the attributes that the structure tree has for its element, if p is the first
// part of the element.
func (d *draft) tagAttr(n *semantic.Node, p *part) {
	if p.loose || !p.typed {
		return
	}
	c := &d.tree.chunks[p.chunk]
	leaf := c.leaf
	if d.tagged[c.first] != p || d.tree.tags[leaf].first != p.chunk || d.tree.tags[leaf].kind != textTag && d.tree.tags[leaf].kind != codeTag {
		return // the node of the leaf gets them where it is made
	}
	if lang := d.langOf(leaf); lang != "" {
		attrOf(n).Lang = lang
	}
	if id := d.tree.giveID(leaf); id != "" {
		attrOf(n).ID = id
	}
	d.tree.describe(n, leaf)
}

// describe gives n the further attributes of element i, and its type if nodes keep types.
func (t *tagTree) describe(n *semantic.Node, i int32) {
	e := &t.Elements[i]
	describe(e, n)
	if !t.types {
		return
	}
	tag := tagOf(n)
	if tag.Type = e.Role; e.Type != e.Role {
		tag.Original = e.Type
	}
}

// giveID returns the anchor of element i, or "" when it has none or a node has it already.
func (t *tagTree) giveID(i int32) string {
	id := t.ids[i]
	if id == "" || t.given[i] {
		return ""
	}
	t.given[i] = true
	return id
}
