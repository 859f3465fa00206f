package a11y

import (
	"encoding/base64"
	"encoding/binary"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
)

// need is something that a document must have for a criterion to apply to it.
type need uint8

const (
	always   need = iota
	media         // audio or video
	scripts       // scripts that react to what people do
	reveals       // something that appears where the pointer or the focus is
	timing        // something that happens after a while
	motion        // something that moves, blinks or flashes
	forms         // something to fill in
	controls      // something to operate; HTML always counts as having it
	needCount
)

// without a prefix of XML
var without = map[need]string{
	media:    "The document has no audio and no video.",
	scripts:  "The document has no scripts: nothing in it changes by itself or takes gestures.",
	reveals:  "The document has no scripts, and no style that shows something where the pointer or the focus is.",
	timing:   "The document has no scripts and does not load itself anew.",
	motion:   "The document has no scripts, animations, videos or pictures that may move.",
	forms:    "The document has nothing to fill in.",
	controls: "The document has no links, no form fields and nothing else to operate.",
}

// MediaRule and FieldsRule are the ids of two rules for NewReport about documents other than HTML. A person judges media
// and form fields. If such a rule is inapplicable, the document has nothing of the kind.
const (
	MediaRule  = "media-alternatives"
	FieldsRule = "fields-labels"
)

// showing lists, for each need, the rules of PDF documents which prove together that a document has nothing of the kind: all
// of them are inapplicable. They include the rules of PDF/UA on links and on all other annotations.
var showing = map[need][]string{
	media:    {MediaRule},
	forms:    {FieldsRule},
	controls: {FieldsRule, MediaRule, "7.18.5-t01", "7.18.1-t01"},
}

// offers are the needs that a document has.
type offers [needCount]bool

// lacks reports whether the document is known to have nothing that a criterion is about. Pictures of a converted
// document do not move. Pictures of another document may move if their files are not available.
func (r *Report) lacks(n need) bool {
	switch {
	case r.offers == nil:
		ids := showing[n]
		return len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool {
			return !slices.ContainsFunc(r.Inapplicable, func(v Result) bool { return v.ID == id })
		})
	case n == always || n == controls || r.offers[n]:
		return false
	case n == motion:
		return !r.pictures || r.Source != nil
	}
	return true
}

// everything is what an element may have that embeds a document of its own.
var everything = offers{media: true, scripts: true, reveals: true, timing: true, motion: true, forms: true}

// offersOf lists what an element has by its type alone.
var offersOf = map[string]offers{
	"iframe": everything, "frame": everything, "object": everything, "embed": everything, "applet": everything, "fencedframe": everything,
	"audio": {media: true}, "bgsound": {media: true}, "video": {media: true, motion: true},
	"script": {scripts: true, reveals: true, timing: true, motion: true}, "canvas": {scripts: true, motion: true},
	"marquee": {motion: true}, "blink": {motion: true},
	"animate": {motion: true}, "animatecolor": {motion: true}, "animatemotion": {motion: true}, "animatetransform": {motion: true}, "set": {motion: true},
	"input": {forms: true}, "select": {forms: true}, "textarea": {forms: true}, "button": {forms: true},
}

// telling lists the attributes that attrOffers reads, besides event handlers.
var telling = map[string]bool{
	"href": true, "xlink:href": true, "action": true, "formaction": true, "src": true, "srcset": true, "data": true, "background": true,
	"poster": true, "contenteditable": true, "role": true,
}

// fields lists the roles of elements that a user fills in.
var fields = map[string]bool{
	"textbox": true, "searchbox": true, "combobox": true, "listbox": true, "checkbox": true, "radio": true, "switch": true,
	"slider": true, "spinbutton": true, "menuitemcheckbox": true, "menuitemradio": true, "button": true,
}

// addOffers adds what more has.
func (o *offers) addOffers(more offers) {
	for n, has := range more {
		o[n] = o[n] || has
	}
}

// offers returns what the document has, and whether it shows pictures that may move. Elements in templates count,
// because a script or a shadow tree may show them.
func (p *page) offers() (has offers, pictures bool) {
	var seen [dom.TagCount]bool
	for n := range p.Count() {
		e := p.At(n)
		name := p.Name(n)
		if e.Tag <= dom.TagForeign { // names of other elements are in lower case
			name = strings.ToLower(name)
			name = name[strings.LastIndexByte(name, ':')+1:] // a prefix of XML
			has.addOffers(offersOf[name])
		} else if !seen[e.Tag] {
			seen[e.Tag] = true
			has.addOffers(offersOf[name])
		}
		if e.Flags&dom.HasAttributes == 0 {
			continue
		}
		for attr, value := range p.RawAttrs(n) {
			if attr = strings.ToLower(attr); !telling[attr] && !strings.HasPrefix(attr, "on") {
				continue
			}
			more, moves := attrOffers(name, attr, dom.UnescapeAttr(value))
			has.addOffers(more)
			pictures = pictures || moves
		}
		if e.Tag == dom.TagMeta && strings.EqualFold(strings.TrimSpace(p.Value(n, "http-equiv")), "refresh") {
			has[timing] = true
		}
	}
	effects := p.Effects()
	has[motion] = has[motion] || effects.Moves || effects.Unknown
	has[reveals] = has[reveals] || effects.Reveals || effects.Unknown
	for _, address := range effects.Images {
		pictures = pictures || mayMove(address)
	}
	return has, pictures
}

// attrOffers returns what an element has by an attribute, and whether the attribute names a picture that may move.
func attrOffers(element, attr, value string) (has offers, moves bool) {
	switch attr {
	case "href", "xlink:href", "action", "formaction", "src", "data", "background", "poster":
		if isScript(value) {
			has = offersOf["script"]
		}
	case "contenteditable":
		has[forms] = !strings.EqualFold(strings.TrimSpace(value), "false")
	case "role":
		for role := range strings.FieldsSeq(strings.ToLower(value)) {
			has[forms] = has[forms] || fields[role]
		}
	default:
		if strings.HasPrefix(attr, "on") {
			has = offersOf["script"]
		}
	}
	switch {
	case attr == "src" && (element == "img" || element == "input"), attr == "background", attr == "poster",
		(attr == "href" || attr == "xlink:href") && (element == "image" || element == "feimage"):
		moves = mayMove(value)
	case attr == "srcset":
		for candidate := range strings.SplitSeq(value, ", ") {
			address, _, _ := strings.Cut(strings.TrimSpace(candidate), " ")
			moves = moves || mayMove(address)
		}
	}
	return has, moves
}

// isScript reports whether an address is a script, as browsers read it: without line ends and tabs, and without
// control characters and spaces before it.
func isScript(address string) bool {
	address = unbroken.Replace(address)
	address = strings.TrimLeftFunc(address, func(r rune) bool { return r <= ' ' })
	const scheme = "javascript:"
	return len(address) >= len(scheme) && strings.EqualFold(address[:len(scheme)], scheme)
}

var unbroken = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// stillImages lists the types of images that have one picture. An animated PNG file may have a type and extension
// of its own. If it has those of PNG, isAnimated recognises it by its content, where the content is available.
var stillImages = map[string]bool{
	"image/png": true, ".png": true, "image/jpeg": true, "image/jpg": true, ".jpg": true, ".jpeg": true, "image/bmp": true, ".bmp": true,
}

// isAnimated reports whether a data address is a PNG file of several pictures: its chunk acTL says how many, before
// the first of them (PNG, third edition, 11.3.6).
func isAnimated(address string) bool {
	about, data, _ := strings.Cut(address, ",")
	if plain, err := url.PathUnescape(data); err == nil {
		data = plain
	}
	var r io.Reader = strings.NewReader(data)
	if about = strings.TrimSpace(about); len(about) > len(base64Mark) && strings.EqualFold(about[len(about)-len(base64Mark):], base64Mark) {
		r = base64.NewDecoder(base64.StdEncoding, r)
	}
	var head [8]byte // the signature, then length and type of each chunk
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:]) != pngSignature {
		return false
	}
	for {
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return false
		}
		switch string(head[4:]) {
		case "IDAT":
			return false
		case "acTL":
			_, err := io.ReadFull(r, head[:4])
			return err == nil && binary.BigEndian.Uint32(head[:4]) > 1
		}
		if _, err := io.CopyN(io.Discard, r, int64(binary.BigEndian.Uint32(head[:4]))+crcBytes); err != nil {
			return false
		}
	}
}

const (
	base64Mark   = ";base64"
	pngSignature = "\x89PNG\r\n\x1a\n"
	crcBytes     = 4 // after each chunk
)

// mayMove reports whether the image at an address may move. It looks at the media type of a data address or at the
// extension of a file, and returns false only for types that cannot move.
func mayMove(address string) bool {
	if address = strings.TrimSpace(address); address == "" {
		return false
	}
	if rest, ok := strings.CutPrefix(strings.ToLower(address[:min(len(address), 64)]), "data:"); ok {
		if i := strings.IndexAny(rest, ";,"); i >= 0 {
			rest = rest[:i]
		}
		kind := strings.TrimSpace(rest)
		return !stillImages[kind] || kind == "image/png" && isAnimated(address)
	}
	u, err := url.Parse(address)
	return err != nil || !stillImages[strings.ToLower(path.Ext(u.Path))]
}
