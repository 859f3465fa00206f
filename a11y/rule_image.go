package a11y

import (
	"path"
	"strings"
)

// Images and what stands for them.
var imageRules = []rule{
	{
		Rule: Rule{
			ID: "image-alt", Impact: Critical, Level: A, ACT: []string{"23a2a8"}, WCAG: []string{"1.1.1"},
			Help: "Images have a text alternative or are marked as decoration",
		},
		weight: 10, on: trigger{tags: []tag{tagImg}}, each: imageAlt,
	},
	{
		Rule: Rule{
			ID: "role-img-alt", Impact: Serious, Level: A, ACT: []string{"23a2a8"}, WCAG: []string{"1.1.1"},
			Help: "Elements with the role img have a name",
		},
		on: trigger{flags: hasRole}, each: roleImgAlt,
	},
	{
		Rule: Rule{
			ID: "svg-img-alt", Impact: Serious, Level: A, ACT: []string{"7d6734"}, WCAG: []string{"1.1.1"},
			Help: "SVG elements with a role of an image have a name",
		},
		weight: 1, on: trigger{flags: hasRole}, each: svgImgAlt,
	},
	{
		Rule: Rule{
			ID: "input-image-alt", Impact: Critical, Level: A, ACT: []string{"59796f"}, WCAG: []string{"1.1.1", "4.1.2"},
			Help: "Image buttons have a name",
		},
		weight: 10, on: trigger{tags: []tag{tagInput}}, each: inputImageAlt,
	},
	{
		Rule: Rule{
			ID: "object-alt", Impact: Serious, Level: A, ACT: []string{"8fc3b6"}, WCAG: []string{"1.1.1"},
			Help: "Embedded images, sounds and films have a name",
		},
		weight: 7, on: trigger{tags: []tag{tagObject}}, each: objectAlt,
	},
	{
		Rule: Rule{
			ID: "image-redundant-alt", Impact: Minor, Level: BestPractice,
			Help: "An image does not repeat the text of the link or button around it", HelpURL: "https://www.w3.org/WAI/tutorials/images/functional/",
		},
		on: trigger{tags: []tag{tagImg}}, each: imageRedundantAlt,
	},
	{
		Rule: Rule{
			ID: "presentation-role-conflict", Impact: Minor, Level: BestPractice, ACT: []string{"46ca7f"},
			Help: "What is marked as decoration can neither be focused nor has ARIA attributes that expose it",
		},
		weight: 1, on: trigger{tags: []tag{tagImg}, flags: hasRole}, each: presentationRoleConflict,
	},
	{
		Rule: Rule{
			ID: "image-filename-alt", Impact: Moderate, Level: A, ACT: []string{"9eb3f6"}, WCAG: []string{"1.1.1"},
			Help: "The alternative of an image says what it shows",
		},
		on: trigger{tags: []tag{tagImg}}, each: imageFilenameAlt,
	},
}

func imageAlt(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	switch r := p.role(n); {
	case isPresentational(r):
		return pass
	case r == nil || r.name != "img" && r.name != "image":
		return verdict{} // its role has a rule of its own
	}
	return passIf(p.hasName(n), "the image has no alternative text")
}

func roleImgAlt(p *page, n node) verdict {
	if p.at(n).space == spaceSVG || p.tag(n) == tagImg || !p.exposed(n) {
		return verdict{}
	}
	if name := p.roleName(n); name != "img" && name != "image" {
		return verdict{}
	}
	return passIf(p.hasName(n), "the element is an image without a name")
}

func svgImgAlt(p *page, n node) verdict {
	if p.at(n).space != spaceSVG || !p.exposed(n) {
		return verdict{}
	}
	r := p.explicitRole(n)
	if r == nil || r.name != "img" && r.name != "image" && r.name != "graphics-document" && r.name != "graphics-symbol" {
		return verdict{}
	}
	return passIf(p.hasName(n), "the image has neither a title nor a label")
}

func inputImageAlt(p *page, n node) verdict {
	if p.inputType(n) != "image" || !p.exposed(n) || p.roleName(n) != "button" {
		return verdict{}
	}
	return passIf(p.hasName(n), "the image button has no alternative text")
}

// mediaTypes are the extensions of what object shows and is not a text.
const mediaTypes = " .png .jpg .jpeg .gif .svg .webp .avif .bmp .ico .mp3 .wav .ogg .oga .m4a .flac .mp4 .m4v .webm .ogv .mov .avi "

// objectAlt looks at objects that their type or address says to be no text. Whether they load
// is not known; one with a fallback is left to people.
func objectAlt(p *page, n node) verdict {
	data, ok := p.attr(n, "data")
	if !ok || !p.exposed(n) || isPresentational(p.role(n)) {
		return verdict{}
	}
	kind, _, _ := strings.Cut(strings.ToLower(p.value(n, "type")), "/")
	data, _, _ = strings.Cut(data, "?")
	media := kind == "image" || kind == "audio" || kind == "video"
	if ext := strings.ToLower(path.Ext(data)); !media && (ext == "" || !strings.Contains(mediaTypes, " "+ext+" ")) {
		return verdict{}
	}
	switch {
	case p.hasName(n):
		return pass
	case p.at(n).next > n+1 || !isBlank(p.ownText(n)):
		return unsure("the object has no name; its content is seen only when it cannot be loaded")
	}
	return fail("the object has no name")
}

var linkOrButton = tagsOf(tagA, tagButton)

func imageRedundantAlt(p *page, n node) verdict {
	alt := squeeze(p.value(n, "alt"))
	if alt == "" || !p.exposed(n) {
		return verdict{}
	}
	around := p.ancestor(n, &linkOrButton)
	if around == none {
		return verdict{}
	}
	return passIf(!strings.EqualFold(alt, squeeze(p.text(around))), "the alternative repeats the text beside the image")
}

func presentationRoleConflict(p *page, n node) verdict {
	r := p.explicitRole(n)
	conflict := p.focusable(n) || p.hasGlobalARIA(n, r != nil)
	switch {
	case r != nil && !isPresentational(r):
		return verdict{}
	case r == nil:
		if alt, ok := p.attr(n, "alt"); p.tag(n) != tagImg || !ok || alt != "" {
			return verdict{}
		}
	case p.tag(n) != tagImg:
		if own := p.implicitRole(n); own == nil || own.name == "generic" {
			return verdict{} // nothing to hide
		}
	}
	if !p.exposed(n) {
		return pass
	}
	return passIf(!conflict, "the element is marked as decoration, but something on it exposes it")
}

// longestAlt is how long an alternative is before somebody should look whether it is
// a description that belongs into the text.
const longestAlt = 250

// emptyWords say nothing about an image.
var emptyWords = map[string]bool{
	"image": true, "img": true, "picture": true, "photo": true, "graphic": true, "graphics": true, "figure": true, "icon": true,
	"logo": true, "spacer": true, "placeholder": true, "untitled": true, "alt": true, "null": true,
}

// imageFilenameAlt asks people to look at alternatives that seem to be none.
func imageFilenameAlt(p *page, n node) verdict {
	if !p.exposed(n) {
		return verdict{}
	}
	alt := strings.ToLower(squeeze(p.value(n, "alt")))
	if alt == "" {
		return verdict{}
	}
	src, _, _ := strings.Cut(p.value(n, "src"), "?")
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
