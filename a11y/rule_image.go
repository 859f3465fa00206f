package a11y

import (
	"path"
	"strings"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/a11y/internal/names"
)

// Images without a text alternative, or with one that says nothing.
//
//	<img src="chart.png">                    fails: no alternative, not marked as decoration
//	<img src="chart.png" alt="chart.png">    a person has to look: it is the name of a file
var imageRules = []rule{
	{
		Rule: Rule{
			ID: "image-alt", Impact: Critical, Level: A, ACT: []string{"23a2a8"}, WCAG: []string{"1.1.1"},
			Help: "Images have a text alternative or are marked as decoration",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagImg}}, each: imageAlt,
	},
	{
		Rule: Rule{
			ID: "role-img-alt", Impact: Serious, Level: A, ACT: []string{"23a2a8"}, WCAG: []string{"1.1.1"},
			Help: "Elements with the role img have a name",
		},
		on: trigger{flags: dom.HasRole}, each: roleImgAlt,
	},
	{
		Rule: Rule{
			ID: "svg-img-alt", Impact: Serious, Level: A, ACT: []string{"7d6734"}, WCAG: []string{"1.1.1"},
			Help: "SVG elements with a role of an image have a name",
		},
		weight: 1, on: trigger{flags: dom.HasRole}, each: svgImgAlt,
	},
	{
		Rule: Rule{
			ID: "input-image-alt", Impact: Critical, Level: A, ACT: []string{"59796f"}, WCAG: []string{"1.1.1", "4.1.2"},
			Help: "Image buttons have a name",
		},
		weight: 10, on: trigger{tags: []dom.Tag{dom.TagInput}}, each: inputImageAlt,
	},
	{
		Rule: Rule{
			ID: "object-alt", Impact: Serious, Level: A, ACT: []string{"8fc3b6"}, WCAG: []string{"1.1.1"},
			Help: "Embedded images, sounds and films have a name",
		},
		weight: 7, on: trigger{tags: []dom.Tag{dom.TagObject}}, each: objectAlt,
	},
	{
		Rule: Rule{
			ID: "image-redundant-alt", Impact: Minor, Level: BestPractice,
			Help: "An image does not repeat the text of the link or button around it", HelpURL: "https://www.w3.org/WAI/tutorials/images/functional/",
		},
		on: trigger{tags: []dom.Tag{dom.TagImg}}, each: imageRedundantAlt,
	},
	{
		Rule: Rule{
			ID: "presentation-role-conflict", Impact: Minor, Level: BestPractice, ACT: []string{"46ca7f"},
			Help: "What is marked as decoration can neither be focused nor has ARIA attributes that expose it",
		},
		weight: 1, on: trigger{tags: []dom.Tag{dom.TagImg}, flags: dom.HasRole}, each: presentationRoleConflict,
	},
	{
		Rule: Rule{
			ID: "image-filename-alt", Impact: Moderate, Level: A, ACT: []string{"9eb3f6"}, WCAG: []string{"1.1.1"},
			Help: "The alternative of an image says what it shows",
		},
		on: trigger{tags: []dom.Tag{dom.TagImg}}, each: imageFilenameAlt,
	},
}

// imageAlt decides img elements that are images; those with another role have rules of their own.
func imageAlt(p *page, n dom.Node) verdict {
	if !p.Exposed(n) {
		return verdict{}
	}
	switch r := p.Role(n); {
	case names.IsPresentational(r):
		return pass
	case r == nil || r.Name != "img" && r.Name != "image":
		return verdict{} // its role has a rule of its own
	}
	return passIf(p.HasName(n), "the image has no alternative text")
}

// roleImgAlt decides elements that a role makes an image.
func roleImgAlt(p *page, n dom.Node) verdict {
	if p.At(n).Space == dom.SpaceSVG || p.Tag(n) == dom.TagImg || !p.Exposed(n) {
		return verdict{}
	}
	if name := p.RoleName(n); name != "img" && name != "image" {
		return verdict{}
	}
	return passIf(p.HasName(n), "the element is an image without a name")
}

// svgImgAlt decides elements of SVG with a role of an image.
func svgImgAlt(p *page, n dom.Node) verdict {
	if p.At(n).Space != dom.SpaceSVG || !p.Exposed(n) {
		return verdict{}
	}
	r := p.ExplicitRole(n)
	if r == nil || r.Name != "img" && r.Name != "image" && r.Name != "graphics-document" && r.Name != "graphics-symbol" {
		return verdict{}
	}
	return passIf(p.HasName(n), "the image has neither a title nor a label")
}

// inputImageAlt decides inputs of the type image.
func inputImageAlt(p *page, n dom.Node) verdict {
	if p.InputType(n) != "image" || !p.Exposed(n) || p.RoleName(n) != "button" {
		return verdict{}
	}
	return passIf(p.HasName(n), "the image button has no alternative text")
}

// mediaTypes are the extensions of what an object element shows that is not text.
const mediaTypes = " .png .jpg .jpeg .gif .svg .webp .avif .bmp .ico .mp3 .wav .ogg .oga .m4a .flac .mp4 .m4v .webm .ogv .mov .avi "

// objectAlt decides objects whose type or address says that they are not text. Whether they load is not known, so
// a person has to look at one with a fallback.
func objectAlt(p *page, n dom.Node) verdict {
	data, ok := p.Attr(n, "data")
	if !ok || !p.Exposed(n) || names.IsPresentational(p.Role(n)) {
		return verdict{}
	}
	kind, _, _ := strings.Cut(strings.ToLower(p.Value(n, "type")), "/")
	data, _, _ = strings.Cut(data, "?")
	media := kind == "image" || kind == "audio" || kind == "video"
	if ext := strings.ToLower(path.Ext(data)); !media && (ext == "" || !strings.Contains(mediaTypes, " "+ext+" ")) {
		return verdict{}
	}
	switch {
	case p.HasName(n):
		return pass
	case p.At(n).Next > n+1 || !dom.IsBlank(p.OwnText(n)):
		return unsure("the object has no name; its content is seen only when it cannot be loaded")
	}
	return fail("the object has no name")
}

var linkOrButton = dom.Tags(dom.TagA, dom.TagButton)

// imageRedundantAlt fails an alternative that the link or button around the image says as well.
func imageRedundantAlt(p *page, n dom.Node) verdict {
	alt := dom.Squeeze(p.Value(n, "alt"))
	if alt == "" || !p.Exposed(n) {
		return verdict{}
	}
	around := p.Ancestor(n, &linkOrButton)
	if around == dom.None {
		return verdict{}
	}
	return passIf(!strings.EqualFold(alt, dom.Squeeze(p.Text(around))), "the alternative repeats the text beside the image")
}

// presentationRoleConflict fails an element that is marked as decoration and is exposed all the same: it can have
// the focus, or has an ARIA attribute that every role has.
func presentationRoleConflict(p *page, n dom.Node) verdict {
	r := p.ExplicitRole(n)
	conflict := p.Focusable(n) || p.HasGlobalARIA(n, r != nil)
	switch {
	case r != nil && !names.IsPresentational(r):
		return verdict{}
	case r == nil:
		if alt, ok := p.Attr(n, "alt"); p.Tag(n) != dom.TagImg || !ok || alt != "" {
			return verdict{}
		}
	case p.Tag(n) != dom.TagImg:
		if own := p.ImplicitRole(n); own == nil || own.Name == "generic" {
			return verdict{} // there is nothing to hide
		}
	}
	if !p.Exposed(n) {
		return pass
	}
	return passIf(!conflict, "the element is marked as decoration, but something on it exposes it")
}

// longestAlt is the length from which a person should decide whether an alternative is a description that belongs
// into the text.
const longestAlt = 250

// emptyWords say nothing about an image.
var emptyWords = map[string]bool{
	"image": true, "img": true, "picture": true, "photo": true, "graphic": true, "graphics": true, "figure": true, "icon": true,
	"logo": true, "spacer": true, "placeholder": true, "untitled": true, "alt": true, "null": true,
}

// imageFilenameAlt asks people to look at alternatives that seem to be none.
func imageFilenameAlt(p *page, n dom.Node) verdict {
	if !p.Exposed(n) {
		return verdict{}
	}
	alt := strings.ToLower(dom.Squeeze(p.Value(n, "alt")))
	if alt == "" {
		return verdict{}
	}
	src, _, _ := strings.Cut(p.Value(n, "src"), "?")
	file := strings.ToLower(path.Base(src))
	bare := strings.TrimRight(alt, " .0123456789")
	switch {
	case alt == file, strings.Contains(mediaTypes, " "+path.Ext(alt)+" ") && path.Ext(alt) != "" && !strings.Contains(alt, " "):
		return unsure("the alternative is the name of a file").with("alt", alt)
	case emptyWords[bare]:
		return unsure("the alternative says only that there is an image").with("alt", alt)
	case len(alt) > longestAlt:
		return unsure("the alternative is so long that it may belong into the text")
	}
	return pass
}
