package a11y

// Lists.
var listRules = []rule{
	{
		Rule: Rule{
			ID: "list", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "Lists hold nothing but list items",
		},
		weight: 7, on: trigger{tags: []tag{tagUl, tagOl}}, each: listOfItems,
	},
	{
		Rule: Rule{
			ID: "listitem", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "List items stand in lists",
		},
		weight: 7, on: trigger{tags: []tag{tagLi}}, each: itemInList,
	},
	{
		Rule: Rule{
			ID: "definition-list", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "Lists of terms hold nothing but groups of terms and descriptions",
		},
		weight: 7, on: trigger{tags: []tag{tagDl}}, each: listOfTerms,
	},
	{
		Rule: Rule{
			ID: "dlitem", Impact: Serious, Level: A, WCAG: []string{"1.3.1"},
			Help: "Terms and descriptions stand in lists of terms",
		},
		weight: 7, on: trigger{tags: []tag{tagDt, tagDd}}, each: termInList,
	},
}

var (
	itemTags = tagsOf(tagLi, tagScript, tagTemplate, tagStyle, tagMeta, tagLink)
	// termTags may stand in dl, and in a div in dl.
	termTags = tagsOf(tagDt, tagDd, tagScript, tagTemplate, tagStyle)
)

// stray is what stands in a list and must not: text, or an element that is no item.
func (p *page) stray(n node, allowed *tagSet, role string) string {
	for c, raw := range p.content(n) {
		if c == none {
			if !isBlank(raw) && !isBlank(p.decode(n, raw)) {
				return "text stands beside the items"
			}
			continue
		}
		if r := p.explicitRole(c); p.exposed(c) && (!allowed.has(p.tag(c)) && (r == nil || r.name != role) || r != nil && r.name != role) {
			return "an element stands beside the items that is none"
		}
	}
	return ""
}

func listOfItems(p *page, n node) verdict {
	if r := p.explicitRole(n); r != nil && r.name != "list" || !p.exposed(n) {
		return verdict{}
	}
	why := p.stray(n, &itemTags, "listitem")
	return passIf(why == "", why)
}

func itemInList(p *page, n node) verdict {
	if r := p.explicitRole(n); r != nil && r.name != "listitem" || !p.exposed(n) {
		return verdict{}
	}
	parent := p.parent(n)
	if parent == none {
		return fail("the item stands in no list")
	}
	switch r := p.explicitRole(parent); {
	case r == nil:
	case isPresentational(r) && listTags.has(p.tag(parent)):
		return verdict{} // the role of the list takes that of its items along
	default:
		return passIf(r.name == "list", "the item stands in what is no list")
	}
	return passIf(listTags.has(p.tag(parent)), "the item stands in no list")
}

// listOfTerms follows the content model of dl: groups of dt and dd, each group in a div or
// none, each term before its description.
func listOfTerms(p *page, n node) verdict {
	if p.explicitRole(n) != nil || !p.exposed(n) {
		return verdict{}
	}
	allowed := termTags
	allowed[tagDiv/64] |= 1 << (tagDiv % 64)
	if why := p.stray(n, &allowed, ""); why != "" {
		return fail(why)
	}
	var last tag
	for c := range p.children(n) {
		switch t := p.tag(c); t {
		case tagDiv:
			if why := p.stray(c, &termTags, ""); why != "" {
				return fail(why)
			}
		case tagDd:
			if last != tagDt && last != tagDd {
				return fail("a description stands before its term")
			}
			last = t
		case tagDt:
			last = t
		}
	}
	return passIf(last != tagDt, "a term has no description")
}

func termInList(p *page, n node) verdict {
	if p.explicitRole(n) != nil || !p.exposed(n) {
		return verdict{}
	}
	parent := p.parent(n)
	if parent != none && p.tag(parent) == tagDiv {
		parent = p.parent(parent)
	}
	if parent == none || p.tag(parent) != tagDl {
		return fail("it stands in no list of terms")
	}
	r := p.explicitRole(parent)
	return passIf(r == nil || r.name == "list" || isPresentational(r), "it stands in no list of terms")
}
