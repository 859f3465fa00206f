package names

import (
	"testing"

	"github.com/pagelift/pagelift/a11y/internal/css"
	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/stretchr/testify/require"
)

// pageWith returns the accessibility tree of a document with a body.
func pageWith(t *testing.T, body string) *AccessibilityTree {
	t.Helper()
	tr, err := dom.Read("<!DOCTYPE html>\n<html lang=\"en\">\n<head><title>T</title></head>\n<body>"+body+"</body></html>\n", 1<<20)
	require.NoError(t, err)
	return NewAccessibilityTree(css.NewStyledTree(tr, nil))
}

func TestNames(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"a link by its text":                    {`<a id="x" href="#">One <em>two</em> three</a>`, "One two three"},
		"blocks part words":                     {`<a id="x" href="#"><div>One</div><div>two</div></a>`, "One two"},
		"a line break parts words":              {`<a id="x" href="#">One<br>two</a>`, "One two"},
		"an image in a link":                    {`<a id="x" href="#"><img src="a" alt="Home"> page</a>`, "Home page"},
		"hidden parts do not count":             {`<a id="x" href="#">One <span hidden>two</span><span aria-hidden="true">three</span></a>`, "One"},
		"aria-label before content":             {`<button id="x" aria-label="Close">x</button>`, "Close"},
		"a blank aria-label does not count":     {`<button id="x" aria-label=" ">Close</button>`, "Close"},
		"aria-labelledby before aria-label":     {`<button id="x" aria-label="a" aria-labelledby="l">b</button><i id="l">c</i>`, "c"},
		"aria-labelledby refers to hidden text": {`<button id="x" aria-labelledby="l"></button><p id="l" hidden>Hid <b>den</b></p>`, "Hid den"},
		"several references in their order":     {`<button id="x" aria-labelledby="m l"></button><i id="l">one</i><i id="m">two</i>`, "two one"},
		"a reference to itself":                 {`<button id="x" aria-label="Delete" aria-labelledby="x f">.</button><i id="f">file</i>`, "Delete file"},
		"references are followed once":          {`<button id="x" aria-labelledby="l"></button><i id="l" aria-labelledby="m">one</i><i id="m">two</i>`, "one"},
		"references in a circle end":            {`<button id="x" aria-labelledby="l"></button><i id="l"><b aria-labelledby="x"></b>one</i>`, "one"},
		"a reference to nothing":                {`<button id="x" aria-labelledby="nowhere">text</button>`, "text"},
		"an image by its alternative":           {`<img id="x" src="a" alt="A &amp; B" title="t">`, "A & B"},
		"an image by its title":                 {`<img id="x" src="a" title="t">`, "t"},
		"an empty alternative has no title":     {`<img id="x" src="a" alt="" title="t">`, ""},
		"a field by a label for it":             {`<label for="x">Your name</label><input id="x">`, "Your name"},
		"a field by the label around it":        {`<label>Your name <input id="x" value="me"></label>`, "Your name"},
		"several labels":                        {`<label for="x">one</label><label for="x">two</label><input id="x">`, "one two"},
		"the value of a field inside a label":   {`<label>Flash <input id="x" type="checkbox"> <input type="number" value="3"> times</label>`, "Flash 3 times"},
		"the choice of a list inside a label":   {`<label>Play <input id="x" type="checkbox"> <select><option>a<option selected>b</select></label>`, "Play b"},
		"a hidden label does not count":         {`<label for="x" hidden>one</label><input id="x" title="two">`, "two"},
		"a field by its placeholder at last":    {`<input id="x" placeholder="Search">`, "Search"},
		"a title before the placeholder":        {`<input id="x" placeholder="a" title="b">`, "b"},
		"a button by its value":                 {`<input id="x" type="button" value="Go">`, "Go"},
		"a submit button has a name":            {`<input id="x" type="submit">`, "submit"},
		"a submit button without a text":        {`<input id="x" type="submit" value="">`, ""},
		"an image button by its alternative":    {`<input id="x" type="image" src="a" alt="Search">`, "Search"},
		"a group by its legend":                 {`<fieldset id="x"><legend>Colour</legend><input></fieldset>`, "Colour"},
		"a table by its caption":                {`<table id="x"><caption>Prices</caption><tr><td>1</table>`, "Prices"},
		"a figure by its caption":               {`<figure id="x"><img alt="i" src="a"><figcaption>Fig. 1</figcaption></figure>`, "Fig. 1"},
		"a drawing by its title":                {`<svg id="x"><title>A circle</title><circle></circle></svg>`, "A circle"},
		"a paragraph has no name from content":  {`<p id="x">text</p>`, ""},
		"a title where nothing else names":      {`<a id="x" href="#" title="Home"><img alt="" src="a"></a>`, "Home"},
		"a role that takes its content":         {`<div id="x" role="button">OK</div>`, "OK"},
		"a role that does not":                  {`<div id="x" role="textbox">OK</div>`, ""},
		"a label does not name a div":           {`<label for="x">a</label><div id="x" role="textbox"></div>`, ""},
		"what aria-owns adds":                   {`<div id="x" role="button" aria-owns="o">a</div><i id="o">b</i>`, "a b"},
		"references of characters and white space": {`<a id="x" href="#">a&nbsp;b &lt;
   c</a>`, "a b < c"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := pageWith(t, c.body)
			require.Equal(t, c.want, p.AccessibleName(p.ByID("x")))
			require.Equal(t, c.want != "", p.HasName(p.ByID("x")))
		})
	}
}

func TestNamesAreBounded(t *testing.T) {
	t.Parallel()
	body := `<button id="x" aria-labelledby="`
	for range 2000 {
		body += "l "
	}
	body += `">a</button><p id="l">`
	for range 2000 {
		body += "<b>word</b> "
	}
	p := pageWith(t, body+"</p>")
	require.LessOrEqual(t, len(p.AccessibleName(p.ByID("x"))), maxName)
}

func TestRoles(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"a link":                                  {`<a id="x" href="#">a</a>`, "link"},
		"an anchor":                               {`<a id="x">a</a>`, "generic"},
		"an item of a list":                       {`<ul><li id="x">a</ul>`, "listitem"},
		"an item of nothing":                      {`<div><li id="x">a</div>`, "generic"},
		"a banner":                                {`<header id="x">a</header>`, "banner"},
		"a header of a part":                      {`<article><header id="x">a</header></article>`, "generic"},
		"a section with a name":                   {`<section id="x" aria-label="a">a</section>`, "region"},
		"a section without one":                   {`<section id="x">a</section>`, "generic"},
		"a cell":                                  {`<table><tr><td id="x">a</table>`, "cell"},
		"a cell of a grid":                        {`<table role="grid"><tr><td id="x">a</table>`, "gridcell"},
		"a cell of a table for layout":            {`<table role="none"><tr><td id="x">a</table>`, ""},
		"a header of a row":                       {`<table><tr><th id="x" scope="row">a</table>`, "rowheader"},
		"the first role that exists":              {`<div id="x" role="nothing Button link">a</div>`, "button"},
		"an abstract role is none":                {`<div id="x" role="command">a</div>`, "generic"},
		"decoration":                              {`<img id="x" src="a" alt="">`, "none"},
		"decoration that has a label":             {`<img id="x" src="a" alt="" aria-label="b">`, "img"},
		"no role for what takes the focus":        {`<button id="x" role="none">a</button>`, "button"},
		"no role for what is disabled":            {`<button id="x" role="none" disabled>a</button>`, "none"},
		"an unknown type of input":                {`<input id="x" type="strange">`, "textbox"},
		"an input with suggestions":               {`<input id="x" list="l"><datalist id="l"></datalist>`, "combobox"},
		"a list of several choices":               {`<select id="x" multiple><option>a</select>`, "listbox"},
		"a password has no role":                  {`<input id="x" type="password">`, ""},
		"a link in a drawing":                     {`<svg><a id="x" href="#"><text>a</text></a></svg>`, "link"},
		"a table role on a div makes no cells td": {`<div role="table"><div id="x">a</div></div>`, "generic"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := pageWith(t, c.body)
			require.Equal(t, c.want, p.RoleName(p.ByID("x")))
		})
	}
}

func TestFocus(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		body               string
		focusable, tabbing bool
	}{
		"a link":                             {`<a id="x" href="#">a</a>`, true, true},
		"an anchor":                          {`<a id="x">a</a>`, false, false},
		"a link out of the tab order":        {`<a id="x" href="#" tabindex="-1">a</a>`, true, false},
		"a disabled button":                  {`<button id="x" disabled tabindex="0">a</button>`, false, false},
		"a button in a disabled group":       {`<fieldset disabled><button id="x">a</button></fieldset>`, false, false},
		"a button in the legend of one":      {`<fieldset disabled><legend><button id="x">a</button></legend></fieldset>`, true, true},
		"a div with a tabindex":              {`<div id="x" tabindex="0">a</div>`, true, true},
		"a tabindex that is no number":       {`<div id="x" tabindex="a">a</div>`, false, false},
		"what is not shown":                  {`<div hidden><a id="x" href="#">a</a></div>`, false, false},
		"what is inert":                      {`<div inert><a id="x" href="#">a</a></div>`, false, false},
		"editable text":                      {`<div id="x" contenteditable>a</div>`, true, true},
		"text that is said not to be":        {`<div id="x" contenteditable="false">a</div>`, false, false},
		"a summary":                          {`<details><summary id="x">a</summary></details>`, true, true},
		"a summary of nothing":               {`<summary id="x">a</summary>`, false, false},
		"a hidden field":                     {`<input id="x" type="hidden">`, false, false},
		"a sound with a panel to control it": {`<audio id="x" controls src="a"></audio>`, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := pageWith(t, c.body)
			can, tab := p.focus(p.ByID("x"))
			require.Equal(t, []bool{c.focusable, c.tabbing}, []bool{can, tab})
		})
	}
}
