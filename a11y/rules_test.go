package a11y_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// ruleCase is a body, with the outcome of a rule.
type ruleCase struct {
	name string
	body string
	want string // violation, incomplete, pass or inapplicable
}

// ruleCases have at least one case that a rule finds and one that it does not, for each rule of the families
// images, links, controls, fields, focus and ARIA.
var ruleCases = map[string][]ruleCase{
	"image-alt": {
		{"no alternative", `<img src="a.png">`, "violation"},
		{"an alternative of a space", `<img src="a.png" alt=" ">`, "violation"},
		{"an empty one on what has a focus", `<img src="a.png" alt="" tabindex="0">`, "violation"},
		{"an alternative", `<img src="a.png" alt="A">`, "pass"},
		{"decoration", `<img src="a.png" alt="">`, "pass"},
		{"a hidden image", `<p hidden><img src="a.png"></p>`, "inapplicable"},
		{"an image that is a button", `<img role="button" src="a.png">`, "inapplicable"},
	},
	"role-img-alt": {
		{"no name", `<span role="img">☃</span>`, "violation"},
		{"a name", `<span role="img" aria-label="Snowman">☃</span>`, "pass"},
	},
	"svg-img-alt": {
		{"no title", `<svg role="img"><circle></circle></svg>`, "violation"},
		{"a blank title", `<svg role="img"><title> </title></svg>`, "violation"},
		{"a title of a part", `<svg role="img"><g><title>A</title></g></svg>`, "violation"},
		{"a title", `<svg role="img"><title>A</title></svg>`, "pass"},
		{"a symbol without a title", `<svg><circle role="graphics-symbol"></circle></svg>`, "violation"},
		{"no role", `<svg><circle></circle></svg>`, "inapplicable"},
	},
	"input-image-alt": {
		{"no alternative", `<input type="image" src="a">`, "violation"},
		{"a value is none", `<input type="image" src="a" value="Go">`, "violation"},
		{"an alternative", `<input type="image" src="a" alt="Go">`, "pass"},
	},
	"object-alt": {
		{"an image", `<object data="a.png"></object>`, "violation"},
		{"a type", `<object data="a" type="video/mp4"></object>`, "violation"},
		{"with a fallback", `<object data="a.png"><p>A</p></object>`, "incomplete"},
		{"a title", `<object data="a.png" title="A"></object>`, "pass"},
		{"a page", `<object data="a.html"></object>`, "inapplicable"},
	},
	"image-redundant-alt": {
		{"the text beside it", `<a href="a"><img src="a" alt="Home"> home</a>`, "violation"},
		{"another text", `<a href="a"><img src="a" alt="House"> home</a>`, "pass"},
	},
	"presentation-role-conflict": {
		{"a label", `<img src="a" alt="" aria-label="A">`, "violation"},
		{"a focus", `<img src="a" role="none" tabindex="0">`, "violation"},
		{"hidden", `<img src="a" alt="" aria-label="A" hidden>`, "pass"},
		{"nothing", `<img src="a" alt="">`, "pass"},
		{"a role on what has none", `<div role="none" aria-label="A">a</div>`, "inapplicable"},
	},
	"image-filename-alt": {
		{"its file", `<img src="x/chart.png?1" alt="chart.png">`, "incomplete"},
		{"a word for all images", `<img src="a" alt="Figure 12">`, "incomplete"},
		{"a description", `<img src="a" alt="Sales by month">`, "pass"},
	},
	"link-name": {
		{"nothing", `<a href="a"></a>`, "violation"},
		{"an image of decoration", `<a href="a"><img src="a" alt=""></a>`, "violation"},
		{"a link by role", `<span role="link" tabindex="0"></span>`, "violation"},
		{"a mark of a note", `<a href="a" role="doc-noteref"></a>`, "violation"},
		{"a text", `<a href="a">A</a>`, "pass"},
		{"a text in a part", `<a href="a"><b></b><span><i>A</i></span></a>`, "pass"},
		{"an anchor", `<a id="a"></a>`, "inapplicable"},
		{"a link that is a button", `<a href="a" role="button"></a>`, "inapplicable"},
	},
	"area-alt": {
		{"no alternative", `<img usemap="#m" src="a" alt="A"><map name="m"><area shape="default" href="a"></map>`, "violation"},
		{"an alternative", `<img usemap="#m" src="a" alt="A"><map name="m"><area shape="default" href="a" alt="A"></map>`, "pass"},
		{"a map that no image uses", `<map name="m"><area shape="default" href="a"></map>`, "inapplicable"},
		{"a map of an image that is hidden", `<img usemap="#m" src="a" alt="A" hidden><map name="m"><area href="a"></map>`, "inapplicable"},
	},
	"identical-links-same-purpose": {
		{"two places", `<a href="a">More</a> <a href="b">more</a>`, "incomplete"},
		{"one place", `<a href="a">More</a> <a href="a">more</a>`, "pass"},
	},
	"skip-link": {
		{"no target", `<a href="#main">Skip</a><main><p>A</p></main>`, "violation"},
		{"a target", `<a href="#main">Skip</a><main id="main"><p>A</p></main>`, "inapplicable"},
		{"an escaped target", `<a href="#caf%C3%A9">Skip</a><main id="café"><p>A</p></main>`, "inapplicable"},
		{"an address of a script", `<a href="#/home">Home</a><main><p>A</p></main>`, "inapplicable"},
	},
	"button-name": {
		{"nothing", `<button></button>`, "violation"},
		{"a value", `<button value="a"></button>`, "violation"},
		{"a text", `<button>A</button>`, "pass"},
		{"an item of a menu", `<button role="menuitem"></button>`, "inapplicable"},
	},
	"input-button-name": {
		{"no value", `<input type="button">`, "violation"},
		{"a value", `<input type="button" value="A">`, "pass"},
		{"the browser's own", `<input type="reset">`, "pass"},
	},
	"summary-name": {
		{"nothing", `<details><summary></summary><p>A</p></details>`, "violation"},
		{"a text", `<details><summary>A</summary><p>A</p></details>`, "pass"},
		{"the second one", `<details open><summary>A</summary><summary></summary></details>`, "pass"},
	},
	"frame-title": {
		{"no title", `<iframe src="a"></iframe>`, "violation"},
		{"a title", `<iframe src="a" title="A"></iframe>`, "pass"},
		{"out of the tab order", `<iframe src="a" tabindex="-1"></iframe>`, "inapplicable"},
	},
	"label-content-name-mismatch": {
		{"another text", `<a href="a" aria-label="Go">Read on</a>`, "violation"},
		{"the text and more", `<a href="a" aria-label="Read on: whales">Read on</a>`, "pass"},
		{"other punctuation", `<button aria-label="Save as">Save as…</button>`, "pass"},
		{"other spaces", `<a href="a" aria-label="1 2 3">123</a>`, "violation"},
		{"a word in two", `<a href="a" aria-label="just ice">justice</a>`, "violation"},
		{"without its hyphen", `<button aria-label="email">E-mail</button>`, "incomplete"},
		{"a font of icons", `<button aria-label="Find"><i class="material-icons">search</i></button>`, "inapplicable"},
		{"a sign", `<button aria-label="Close">×</button>`, "inapplicable"},
		{"an arrow beside the text", `<button aria-label="Next">Next →</button>`, "incomplete"},
		{"a sign that is said as a word", `<a href="a" aria-label="Cats and dogs">Cats &amp; dogs</a>`, "incomplete"},
		{"a hint in brackets", `<button aria-label="Find by date">Find by date (YYYY-MM-DD)</button>`, "incomplete"},
		{"an arrow and other words", `<button aria-label="Go on">Next →</button>`, "violation"},
		{"hidden text", `<button aria-label="Go">Go<span hidden>now</span></button>`, "pass"},
	},
	"label": {
		{"nothing", `<input>`, "violation"},
		{"a text beside it", `<p>Name <textarea></textarea></p>`, "violation"},
		{"an empty label", `<label for="i"></label><input id="i">`, "violation"},
		{"a label that is hidden", `<label for="i" hidden>Name</label><input id="i">`, "incomplete"},
		{"a label", `<label>Name <input></label>`, "pass"},
		{"a hidden field", `<input type="hidden">`, "inapplicable"},
	},
	"select-name": {
		{"nothing", `<select><option>A</option></select>`, "violation"},
		{"a label", `<label for="s">Name</label><select id="s"><option>A</option></select>`, "pass"},
	},
	"aria-input-field-name": {
		{"nothing", `<div role="combobox" aria-expanded="false">A</div>`, "violation"},
		{"a list without a name", `<ul role="listbox"><li role="option">A</li></ul>`, "violation"},
		{"the list of a field", `<input role="combobox" aria-label="A" aria-expanded="true" aria-controls="l"><ul role="listbox" id="l"><li role="option">A</li></ul>`, "inapplicable"},
		{"a name", `<div role="textbox" aria-label="A"></div>`, "pass"},
	},
	"aria-toggle-field-name": {
		{"nothing", `<div role="checkbox" aria-checked="true"></div>`, "violation"},
		{"a text", `<div role="switch" aria-checked="true">A</div>`, "pass"},
	},
	"label-title-only": {
		{"a title", `<input title="Name">`, "violation"},
		{"a label and a title", `<label>Name <input title="Name"></label>`, "pass"},
	},
	"form-field-multiple-labels": {
		{"two", `<label for="i">A</label><label for="i">B</label><input id="i">`, "incomplete"},
		{"one", `<label for="i">A</label><input id="i">`, "pass"},
	},
	"autocomplete-valid": {
		{"no such word", `<input autocomplete="nome">`, "violation"},
		{"a word for off", `<input autocomplete="none">`, "incomplete"},
		{"a kind without a field", `<input autocomplete="work">`, "violation"},
		{"a kind for what has none", `<input autocomplete="work photo">`, "violation"},
		{"words in the wrong order", `<input autocomplete="work shipping email">`, "violation"},
		{"all parts", `<input autocomplete="section-a billing home tel-national webauthn">`, "pass"},
		{"off", `<input autocomplete="off">`, "inapplicable"},
		{"a field that is disabled", `<input autocomplete="nome" disabled>`, "inapplicable"},
		{"a field that cannot be filled in", `<input autocomplete="nome" readonly>`, "inapplicable"},
		{"a button", `<input type="button" autocomplete="nome">`, "inapplicable"},
	},
	"nested-interactive": {
		{"a button in a button", `<button>A <span tabindex="0">B</span></button>`, "violation"},
		{"a field in a tab", `<div role="tab"><input></div>`, "violation"},
		{"out of the tab order", `<button>A <span tabindex="-1">B</span></button>`, "pass"},
		{"a link in a link", `<a href="a"><span tabindex="0">A</span></a>`, "inapplicable"},
	},
	"tabindex": {
		{"a place", `<p tabindex="3">A</p>`, "violation"},
		{"none", `<p tabindex="0">A</p>`, "pass"},
	},
	"accesskeys": {
		{"twice", `<a href="a" accesskey="k">A</a><a href="b" accesskey="K">B</a>`, "violation"},
		{"once", `<a href="a" accesskey="k">A</a>`, "pass"},
	},
	"aria-hidden-focus": {
		{"a link", `<div aria-hidden="true"><a href="a">A</a></div>`, "violation"},
		{"an inner element that says no", `<div aria-hidden="true"><p aria-hidden="false"><button>A</button></p></div>`, "violation"},
		{"a frame", `<div aria-hidden="true"><iframe src="a"></iframe></div>`, "incomplete"},
		{"what hands the focus on", `<div aria-hidden="true"><p tabindex="0" onfocus="f()"></p></div>`, "incomplete"},
		{"a script that hands the focus on", `<div aria-hidden="true"><a href="a" id="s">A</a></div><script>s.addEventListener("focus", f)</script>`, "incomplete"},
		{"out of the tab order", `<div aria-hidden="true"><a href="a" tabindex="-1">A</a></div>`, "pass"},
		{"not shown", `<div aria-hidden="true"><a href="a" style="display:none">A</a></div>`, "pass"},
		{"no value of its", `<div aria-hidden="yes"><a href="a">A</a></div>`, "inapplicable"},
	},
	"aria-roles": {
		{"no such role", `<p role="lnik">A</p>`, "violation"},
		{"an abstract role", `<p role="widget">A</p>`, "violation"},
		{"one that exists", `<p role="lnik note">A</p>`, "pass"},
		{"a role of books", `<section role="doc-chapter" aria-label="A">A</section>`, "pass"},
		{"none", `<p role=" ">A</p>`, "inapplicable"},
	},
	"aria-deprecated-role": {
		{"deprecated", `<ul role="directory"><li>A</li></ul>`, "violation"},
		{"not", `<p role="note">A</p>`, "pass"},
	},
	"aria-valid-attr": {
		{"a slip", `<p aria-lable="A">A</p>`, "violation"},
		{"all right", `<p aria-busy="true">A</p>`, "pass"},
	},
	"aria-valid-attr-value": {
		{"no such word", `<button aria-expanded="open">A</button>`, "violation"},
		{"no number", `<div role="slider" aria-label="A" aria-valuenow="much"></div>`, "violation"},
		{"infinity", `<div role="slider" aria-label="A" aria-valuenow="inf"></div>`, "violation"},
		{"another word for the current one", `<a href="a" aria-current="yes">A</a>`, "incomplete"},
		{"no whole number", `<div role="row" aria-rowindex="1.5">A</div>`, "violation"},
		{"two ids for one", `<input aria-label="A" aria-errormessage="a b">`, "violation"},
		{"several words", `<p aria-relevant="additions text">A</p>`, "pass"},
		{"an id of nothing", `<button aria-controls="a">A</button>`, "pass"},
		{"nothing", `<p aria-live="">A</p>`, "inapplicable"},
	},
	"aria-allowed-attr": {
		{"of another role", `<button aria-checked="true">A</button>`, "violation"},
		{"on what has no role", `<p aria-expanded="true">A</p>`, "violation"},
		{"of the role", `<button aria-pressed="true">A</button>`, "pass"},
		{"a password", `<input type="password" aria-required="true" aria-label="A">`, "pass"},
		{"hidden", `<button aria-checked="true" hidden>A</button>`, "inapplicable"},
	},
	"aria-prohibited-attr": {
		{"a name of a paragraph", `<p aria-label="A">B</p>`, "violation"},
		{"a name of a span", `<span aria-label="A">B</span>`, "violation"},
		{"a name of the head of a section", `<article><header aria-label="A">B</header></article>`, "incomplete"},
		{"a name of a link", `<a href="a" aria-label="A">A</a>`, "pass"},
	},
	"aria-conditional-attr": {
		{"a box that says otherwise", `<input type="checkbox" aria-label="A" aria-checked="true">`, "violation"},
		{"a level in a table", `<table><tr aria-level="2"><td>A</td></tr></table>`, "violation"},
		{"a level in a tree", `<table role="treegrid"><tr aria-level="2"><td>A</td></tr></table>`, "inapplicable"},
		{"a box that agrees", `<input type="checkbox" aria-label="A" aria-checked="true" checked>`, "pass"},
	},
	"aria-required-attr": {
		{"a box without a state", `<div role="checkbox">A</div>`, "violation"},
		{"a separator with a focus", `<div role="separator" tabindex="0"></div>`, "violation"},
		{"a closed list", `<input role="combobox" aria-expanded="false" aria-label="A">`, "incomplete"},
		{"a native state", `<input type="checkbox" role="switch" aria-label="A">`, "pass"},
		{"a separator", `<div role="separator"></div>`, "inapplicable"},
		{"the element's own role", `<input type="range" role="slider" aria-label="A">`, "inapplicable"},
	},
	"aria-required-reference": {
		{"nowhere", `<div role="scrollbar" aria-controls="a" aria-valuenow="1"></div>`, "violation"},
		{"one of two", `<div role="scrollbar" aria-controls="a b" aria-valuenow="1"></div><p id="b">B</p>`, "pass"},
		{"a closed list", `<div role="combobox" aria-controls="a" aria-expanded="false"></div>`, "inapplicable"},
	},
	"duplicate-id-aria": {
		{"twice", `<p id="a">A</p><p id="a">B</p><button aria-labelledby="a"></button>`, "violation"},
		{"once", `<p id="a">A</p><p id="b">B</p><button aria-labelledby="a"></button>`, "pass"},
		{"not referred to", `<p id="a">A</p><p id="a">B</p>`, "inapplicable"},
	},
	"aria-roledescription": {
		{"no role", `<p><span aria-roledescription="slide">A</span></p>`, "violation"},
		{"a button", `<button aria-roledescription="slide">A</button>`, "pass"},
		{"an article", `<article aria-roledescription="slide">A</article>`, "incomplete"},
	},
	"aria-braille-equivalent": {
		{"only braille", `<img src="a" alt="" aria-braillelabel="A">`, "violation"},
		{"no description to go with it", `<button aria-brailleroledescription="A">B</button>`, "violation"},
		{"both", `<button aria-braillelabel="A">B</button>`, "pass"},
	},
	"aria-allowed-role": {
		{"a link that is a heading", `<a href="a" role="heading" aria-level="2">A</a>`, "violation"},
		{"a heading that is a button", `<h2 role="button">A</h2>`, "violation"},
		{"an image with a name that is decoration", `<img src="a" alt="A" role="none">`, "violation"},
		{"hidden", `<h2 role="button" aria-hidden="true">A</h2>`, "incomplete"},
		{"a link that is a button", `<a href="a" role="button">A</a>`, "pass"},
		{"a contents", `<nav role="doc-toc" aria-label="A"><a href="a">A</a></nav>`, "pass"},
		{"anything on a span", `<span role="heading" aria-level="2">A</span>`, "pass"},
	},
	"aria-command-name": {
		{"nothing", `<div role="button"></div>`, "violation"},
		{"a text", `<div role="button">A</div>`, "pass"},
		{"a native button", `<button></button>`, "inapplicable"},
	},
	"aria-menuitem-name": {
		{"nothing", `<div role="menu"><div role="menuitem"></div></div>`, "violation"},
		{"a text", `<div role="menu"><div role="menuitem">A</div></div>`, "pass"},
	},
	"aria-dialog-name":      {{"nothing", `<div role="dialog">A</div>`, "violation"}, {"a name", `<div role="dialog" aria-label="A">A</div>`, "pass"}},
	"aria-meter-name":       {{"nothing", `<meter value="0.5"></meter>`, "violation"}, {"a name", `<label>A <meter value="0.5"></meter></label>`, "pass"}},
	"aria-progressbar-name": {{"nothing", `<progress></progress>`, "violation"}, {"a name", `<progress title="A"></progress>`, "pass"}},
	"aria-tooltip-name":     {{"nothing", `<div role="tooltip"></div>`, "violation"}, {"a text", `<div role="tooltip">A</div>`, "pass"}},
	"aria-treeitem-name":    {{"nothing", `<ul role="tree"><li role="treeitem"></li></ul>`, "violation"}, {"a text", `<ul role="tree"><li role="treeitem">A</li></ul>`, "pass"}},
	"aria-text":             {{"a link", `<p role="text"><a href="a">A</a></p>`, "violation"}, {"a text", `<p role="text">A</p>`, "pass"}},
	"aria-required-children": {
		{"another role", `<div role="list"><div role="button">A</div></div>`, "violation"},
		{"a group where none may be", `<div role="list"><div role="group"><p role="listitem">A</p></div></div>`, "violation"},
		{"nothing", `<div role="list"></div>`, "incomplete"},
		{"through a div", `<div role="list"><div><p role="listitem">A</p></div></div>`, "pass"},
		{"groups in groups", `<div role="tree"><div role="group"><div role="group"><p role="treeitem">A</p></div></div></div>`, "pass"},
		{"a part that another element owns", `<div role="list"><div id="a" role="button">A</div><div role="listitem">B</div></div><div role="toolbar" aria-owns="a"></div>`, "pass"},
		{"busy", `<div role="list" aria-busy="true"><div role="button">A</div></div>`, "inapplicable"},
	},
	"aria-required-parent": {
		{"alone", `<p role="listitem">A</p>`, "violation"},
		{"behind another role", `<div role="list"><div role="note"><p role="listitem">A</p></div></div>`, "violation"},
		{"behind a part that is exposed", `<div role="list"><div aria-live="polite"><p role="listitem">A</p></div></div>`, "violation"},
		{"in a group of another role", `<div role="menu"><div role="group"><p role="treeitem">A</p></div></div>`, "incomplete"},
		{"in a group of its role", `<div role="tree"><div role="group"><p role="treeitem">A</p></div></div>`, "pass"},
		{"in a list", `<ul><li role="none"><p role="listitem">A</p></li></ul>`, "pass"},
		{"owned by another role", `<div role="list"><p id="a" role="listitem">A</p></div><div role="toolbar" aria-owns="a"></div>`, "violation"},
		{"owned from elsewhere", `<div role="list" aria-owns="a"></div><p id="a" role="listitem">A</p>`, "pass"},
	},
}

// outcomeOf returns the outcome of the only rule of a report.
func outcomeOf(t *testing.T, r *a11y.Report) string {
	t.Helper()
	switch {
	case len(r.Violations) > 0:
		return "violation"
	case len(r.Incomplete) > 0:
		return "incomplete"
	case len(r.Passes) > 0:
		return "pass"
	}
	require.Len(t, r.Inapplicable, 1)
	return "inapplicable"
}

func page(body string) string {
	return "<!DOCTYPE html>\n<html lang=\"en\"><head><title>T</title></head>\n<body>" + body + "</body></html>\n"
}

func TestRules(t *testing.T) {
	t.Parallel()
	for id, cases := range ruleCases {
		for _, c := range cases {
			t.Run(id+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				r, err := a11y.Check(t.Context(), page(c.body), a11y.Options{Rules: []string{id}})
				require.NoError(t, err)
				require.Equal(t, c.want, outcomeOf(t, r))
			})
		}
	}
}

func TestEachRuleOfTheseFamiliesHasACaseForAndAgainstIt(t *testing.T) {
	t.Parallel()
	for id, cases := range ruleCases {
		found, clean := false, false
		for _, c := range cases {
			found = found || c.want == "violation" || c.want == "incomplete"
			clean = clean || c.want == "pass" || c.want == "inapplicable"
		}
		require.True(t, found && clean, id)
	}
	for _, r := range a11y.Rules() {
		if strings.HasPrefix(r.ID, "aria-") && r.ID != "aria-hidden-body" {
			require.Contains(t, ruleCases, r.ID)
		}
	}
}

func TestRulesAreDescribed(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, r := range a11y.Rules() {
		require.False(t, seen[r.ID], "two rules have the id %s", r.ID)
		seen[r.ID] = true
		require.NotEmpty(t, r.Help, r.ID)
		require.True(t, strings.HasPrefix(r.HelpURL, "https://www.w3.org/"), "%s: %s", r.ID, r.HelpURL)
		require.False(t, strings.HasSuffix(r.HelpURL, "Understanding/"), "%s: criterion without a page", r.ID)
		if r.Level != a11y.BestPractice {
			require.NotEmpty(t, r.WCAG, r.ID)
		}
	}
}

// TestExamplesOfTheRuleFiles checks that the example at the top of each rule file has the outcome that is written
// beside it.
func TestExamplesOfTheRuleFiles(t *testing.T) {
	t.Parallel()
	for body, id := range map[string]string{
		`<h2 role="button">Sales</h2>`:                                                     "aria-allowed-role",
		`<div role="buton" aria-expanded="yes">x</div>`:                                    "aria-roles",
		`<p aria-checked="true">x</p>`:                                                     "aria-allowed-attr",
		`<div role="dialog"><p>Save?</p></div>`:                                            "aria-dialog-name",
		`<p style="color:#999">faint</p>`:                                                  "color-contrast",
		`<button><img src="x.png" alt=""></button>`:                                        "button-name",
		`<a href="#" aria-label="Go">Search</a>`:                                           "label-content-name-mismatch",
		`<meta http-equiv="refresh" content="30">`:                                         "meta-refresh",
		`<p>Name <input id="n"></p>`:                                                       "label",
		`<div aria-hidden="true"><a href="#">x</a></div>`:                                  "aria-hidden-focus",
		`<h1>Report</h1> <h3>Sales</h3>`:                                                   "heading-order",
		`<img src="chart.png">`:                                                            "image-alt",
		`<a href="table.html"><img src="arrow.png" alt=""></a>`:                            "link-name",
		`<ul><p>one</p></ul>`:                                                              "list",
		`<div role="list"><p>one</p></div>`:                                                "aria-required-children",
		`<div role="option">one</div>`:                                                     "aria-required-parent",
		`<table><tr><th scope="col">Sum</th></tr></table>`:                                 "th-has-data-cells",
		`<h1>Report</h1><main>...</main>`:                                                  "region",
		`<p style="line-height:1!important">` + strings.Repeat("many words ", 60) + `</p>`: "avoid-inline-spacing",
		`<style>a{text-decoration:none;color:#224}</style><p>more text than the link has <a href="x">y</a></p>`: "link-in-text-block",
		`<style>@media (orientation: landscape){body{transform:rotate(90deg)}}</style><p>x</p>`:                 "css-orientation-lock",
	} {
		r, err := a11y.Check(t.Context(), page(body), a11y.Options{Rules: []string{id}})
		require.NoError(t, err)
		require.Len(t, r.Violations, 1, "%s in %s", id, body)
	}
}
