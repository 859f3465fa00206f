package a11y_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/a11y"
)

// structureCases are whole documents or bodies, with the outcome of a rule of the families document, language,
// headings, landmarks, lists, tables and style.
var structureCases = map[string][]ruleCase{
	"aria-hidden-body": {
		{"hidden", `<html><body aria-hidden="true">a`, "violation"},
		{"not hidden", `<html><body>a`, "pass"},
	},
	"document-title": {
		{"none", `<html><body>a`, "violation"},
		{"blank", `<html><head><title> </title>`, "violation"},
		{"of a picture only", `<html><body><svg><title>a</title></svg>`, "violation"},
		{"in the body", `<html><body><title>a</title>`, "pass"},
		{"a picture is no page", `<svg xmlns="http://www.w3.org/2000/svg"></svg>`, "inapplicable"},
	},
	"html-has-lang": {
		{"none", `<html>`, "violation"},
		{"only for XML", `<html xml:lang="en">`, "violation"},
		{"said", `<html lang="en">`, "pass"},
	},
	"html-lang-valid": {
		{"no such language", `<html lang="xx">`, "violation"},
		{"three letters where there are two", `<html lang="eng">`, "violation"},
		{"a bibliographic code", `<html lang="ger">`, "violation"},
		{"a language with a region", `<html lang="de-CH">`, "pass"},
		{"three letters", `<html lang="gsw">`, "pass"},
		{"empty", `<html lang="">`, "inapplicable"},
	},
	"html-xml-lang-mismatch": {
		{"two languages", `<html lang="en" xml:lang="fr">`, "violation"},
		{"one with a region", `<html lang="en" xml:lang="en-GB">`, "pass"},
	},
	"valid-lang": {
		{"a text", `<p lang="english">a</p>`, "violation"},
		{"an alternative", `<p lang="xx"><img src="a" alt="b"></p>`, "violation"},
		{"the text has a language of its own", `<p lang="xx"><span lang="en">a</span></p>`, "pass"},
		{"no text", `<p lang="xx"></p>`, "inapplicable"},
		{"a hidden text", `<p lang="xx"><span hidden>a</span></p>`, "inapplicable"},
	},
	"meta-refresh": {
		{"after a while", `<html><head><meta http-equiv="refresh" content="30">`, "violation"},
		{"after 20 hours", `<html><head><meta http-equiv="refresh" content="72000; url=a">`, "violation"},
		{"after more", `<html><head><meta http-equiv="refresh" content="72001; url=a">`, "pass"},
		{"at once", `<html><head><meta http-equiv="refresh" content="0; url=a"><meta http-equiv="refresh" content="9">`, "pass"},
		{"no time", `<html><head><meta http-equiv="refresh" content="+5; url=a">`, "inapplicable"},
	},
	"meta-refresh-no-exceptions": {
		{"after more than 20 hours", `<html><head><meta http-equiv="refresh" content="72001; url=a">`, "violation"},
		{"at once", `<html><head><meta http-equiv="refresh" content="0">`, "pass"},
	},
	"meta-viewport": {
		{"not scalable", `<html><head><meta name="viewport" content="width=device-width, user-scalable=no">`, "violation"},
		{"scalable by nothing", `<html><head><meta name="viewport" content="user-scalable=0.5">`, "violation"},
		{"to 150 %", `<html><head><meta name="viewport" content="maximum-scale=1.5">`, "violation"},
		{"spaces around the sign", `<html><head><meta name="viewport" content="user-scalable = no">`, "violation"},
		{"no separators but spaces", `<html><head><meta name="viewport" content="width=device-width maximum-scale=1 user-scalable=yes">`, "violation"},
		{"a word that means nothing", `<html><head><meta name="viewport" content="maximum-scale=no">`, "violation"},
		{"to yes, which is 100 %", `<html><head><meta name="viewport" content="maximum-scale=YES">`, "violation"},
		{"scalable by a word that means nothing", `<html><head><meta name="viewport" content="user-scalable=on">`, "violation"},
		{"a name without a value", `<html><head><meta name="viewport" content="user-scalable, maximum-scale=">`, "inapplicable"},
		{"below zero", `<html><head><meta name="viewport" content="maximum-scale=-1, user-scalable=-2">`, "pass"},
		{"to the width of the device", `<html><head><meta name="viewport" content="maximum-scale=device-width; user-scalable=device-height">`, "pass"},
		{"says nothing of zooming", `<html><head><meta name="viewport" content="width=device-width, initial-scale=1">`, "inapplicable"},
		{"to 500 %", `<html><head><meta name="viewport" content="maximum-scale=5;user-scalable=yes">`, "pass"},
	},
	"bypass": {
		{"links only", `<html><body><a href="a">b</a>`, "incomplete"},
		{"a heading", `<html><body><a href="a">b</a><h2>c</h2>`, "pass"},
		{"no links", `<html><body>a`, "inapplicable"},
	},
	"duplicate-id": {
		{"two elements", `<p id="a">b</p><p id="a">c</p>`, "violation"},
		{"one", `<p id="a">b</p><p id="">c</p>`, "pass"},
	},
	"attr-not-duplicated": {
		{"twice", `<p class="a" CLASS=b>c</p>`, "violation"},
		{"a value that looks like it", `<p class="a class=b" title=class>c</p>`, "pass"},
	},
	"empty-heading": {
		{"empty", `<h2></h2>`, "violation"},
		{"decoration", `<h2><img src="a" alt=""></h2>`, "violation"},
		{"a picture", `<h2><img src="a" alt="b"></h2>`, "pass"},
	},
	"summary-name": {
		{"words of a sheet", `<style>summary::after{content:"More"}</style><details><summary></summary></details>`, "pass"},
	},
	"heading-order": {
		{"a level left out", `<h1>a</h1><h3>b</h3>`, "violation"},
		{"left out by role", `<h1>a</h1><div role="heading" aria-level="3">b</div>`, "violation"},
		{"up by two", `<h1>a</h1><h2>b</h2><h3>c</h3><h1>d</h1>`, "pass"},
		{"left out but hidden", `<h1>a</h1><h3 hidden>b</h3>`, "pass"},
	},
	"page-has-heading-one": {
		{"a second level", `<h2>a</h2>`, "violation"},
		{"no heading at all", `<p>a</p>`, "inapplicable"},
		{"none that is announced", `<h1 hidden>a</h1>`, "inapplicable"},
		{"by role", `<div role="heading" aria-level="1">a</div>`, "pass"},
	},
	"p-as-heading": {
		{"bold above a text", `<p><b>Of rain</b></p><p>It rains for most of the year, and then it rains again.</p>`, "incomplete"},
		{"a sentence", `<p><b>It rains.</b></p><p>It rains for most of the year, and then it rains again.</p>`, "pass"},
		{"both bold", `<p><b>Of rain</b></p><p><b>It rains for most of the year, and then again</b></p>`, "pass"},
		{"the last", `<p><b>Of rain</b></p>`, "inapplicable"},
	},
	"landmark-one-main": {
		{"none", `<div>a</div>`, "violation"},
		{"by role", `<div role="main">a</div>`, "pass"},
	},
	"landmark-no-duplicate-main":        {{"two", `<main>a</main><main>b</main>`, "violation"}, {"one", `<main>a</main>`, "pass"}},
	"landmark-no-duplicate-banner":      {{"two", `<header>a</header><header>b</header>`, "violation"}, {"one of a part", `<header>a</header><article><header>b</header></article>`, "pass"}},
	"landmark-no-duplicate-contentinfo": {{"two", `<footer>a</footer><footer>b</footer>`, "violation"}, {"one", `<footer>a</footer>`, "pass"}},
	"landmark-main-is-top-level":        {{"inside", `<nav><main>a</main></nav>`, "violation"}, {"at the top", `<main>a</main>`, "pass"}},
	"landmark-banner-is-top-level":      {{"inside", `<main><div role="banner">a</div></main>`, "violation"}, {"at the top", `<header>a</header>`, "pass"}},
	"landmark-contentinfo-is-top-level": {{"inside", `<main><div role="contentinfo">a</div></main>`, "violation"}, {"at the top", `<footer>a</footer>`, "pass"}},
	"landmark-complementary-is-top-level": {
		{"inside", `<nav><div role="complementary">a</div></nav>`, "violation"},
		{"in main", `<main><aside>a</aside></main>`, "pass"},
		{"of a section", `<section><aside>a</aside></section>`, "inapplicable"},
	},
	"landmark-unique": {
		{"two without names", `<nav>a</nav><nav>b</nav>`, "violation"},
		{"two names", `<nav aria-label="a">a</nav><nav aria-label="b">b</nav>`, "pass"},
	},
	"region": {
		{"text beside main", `<p>a</p><main>b</main>`, "violation"},
		{"a link past it all", `<a href="#m">a</a><main id="m">b</main>`, "pass"},
		{"a hidden text", `<p hidden>a</p><main>b</main>`, "pass"},
		{"decoration beside main", `<img src="a" alt=""><main>b</main>`, "pass"},
	},
	"list": {
		{"a paragraph", `<ul><li>a</li><p>b</p></ul>`, "violation"},
		{"a text", `<ul>a<li>b</li></ul>`, "violation"},
		{"items", `<ul><li>a</li><script></script></ul>`, "pass"},
		{"no list by role", `<ul role="tablist"><p>b</p></ul>`, "inapplicable"},
	},
	"listitem": {
		{"nowhere", `<div><li>a</li></div>`, "violation"},
		{"in a list that is presentation", `<ul role="none"><li>a</li></ul>`, "inapplicable"},
		{"in a list", `<ol><li>a</li></ol>`, "pass"},
	},
	"definition-list": {
		{"a paragraph", `<dl><dt>a</dt><dd>b</dd><p>c</p></dl>`, "violation"},
		{"a description first", `<dl><dd>a</dd><dt>b</dt></dl>`, "violation"},
		{"groups", `<dl><div><dt>a</dt><dd>b</dd></div><dt>c</dt><dd>d</dd></dl>`, "pass"},
	},
	"dlitem": {
		{"nowhere", `<div><dt>a</dt></div>`, "violation"},
		{"in a group", `<dl><div><dt>a</dt><dd>b</dd></div></dl>`, "pass"},
	},
	"td-headers-attr": {
		{"of nothing", `<table><tr><th id="a">b</th><td headers="c">d</td></tr></table>`, "violation"},
		{"of another table", `<table><tr><th id="a">b</th></tr></table><table><tr><td headers="a">d</td></tr></table>`, "violation"},
		{"of what is in a cell", `<table><tr><th><b id="a">b</b></th><td headers="a">d</td></tr></table>`, "violation"},
		{"of itself", `<table><tr><th id="a" headers="a">b</th></tr></table>`, "violation"},
		{"of a header", `<table><tr><th id="a">b</th><td headers="a">d</td></tr></table>`, "pass"},
		{"of a layout table", `<table role="none"><tr><td headers="c">d</td></tr></table>`, "inapplicable"},
	},
	"th-has-data-cells": {
		{"a column without cells", `<table><tr><th>a</th><th>b</th></tr><tr><td>c</td></tr></table>`, "violation"},
		{"beside a header cell that is not shown", `<table><tr><th hidden>a</th><th>b</th></tr><tr><td>c</td></tr></table>`, "incomplete"},
		{"whose cell names another", `<table><tr><th id="a">a</th><th>b</th></tr><tr><td>c</td><td headers="a">d</td></tr></table>`, "violation"},
		{"roles", `<div role="table"><div role="row"><i role="columnheader">a</i></div><div role="row"></div></div>`, "violation"},
		{"a cell of two columns", `<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2">c</td></tr></table>`, "pass"},
		{"a cell of two rows", `<table><tr><th scope="row" rowspan="2">a</th><td>b</td></tr><tr><td>c</td></tr></table>`, "pass"},
		{"a header of the row", `<table><tr><th>a</th><td>b</td></tr></table>`, "pass"},
		{"named by a cell elsewhere", `<table><tr><th id="a">a</th><th>b</th></tr><tr><td></td><td>c</td></tr><tr><td></td><td headers="a">d</td></tr></table>`, "pass"},
		{"behind its cells", `<table><tr><td>a</td><th scope="row">b</th></tr></table>`, "incomplete"},
	},
	"td-has-header": {
		{"none", `<table><tr><td>a<td>b<td>c<tr><td>a<td>b<td>c<tr><td>a<td>b<td>c</table>`, "incomplete"},
		{"some", `<table><tr><th>a<th>b<th>c<tr><td>a<td>b<td>c<tr><td>a<td>b<td>c</table>`, "pass"},
		{"a small table", `<table><tr><td>a<td>b</table>`, "inapplicable"},
	},
	"scope-attr-valid": {
		{"a word", `<table><tr><th scope="column">a</th></tr></table>`, "violation"},
		{"on a data cell", `<table><tr><td scope="col">a</td></tr></table>`, "violation"},
		{"a column", `<table><tr><th scope="col">a</th></tr></table>`, "pass"},
	},
	"empty-table-header": {
		{"empty", `<table><tr><th></th></tr></table>`, "violation"},
		{"text", `<table><tr><th>a</th></tr></table>`, "pass"},
	},
	"table-duplicate-name": {
		{"the same", `<table summary="a"><caption>a</caption><tr><td>b</td></tr></table>`, "violation"},
		{"another", `<table summary="b"><caption>a</caption><tr><td>b</td></tr></table>`, "pass"},
	},
	"table-fake-caption": {
		{"one cell over all", `<table><tr><td colspan="2">a</td></tr><tr><td>b</td><td>c</td></tr></table>`, "incomplete"},
		{"cells", `<table><tr><td>a</td><td>b</td></tr><tr><td>b</td><td>c</td></tr></table>`, "pass"},
	},
	"color-contrast": {
		{"grey on white", `<p style="color:#888">some text</p>`, "violation"},
		{"grey on white, large", `<p style="color:#888;font-size:24px">some text</p>`, "pass"},
		{"no background is dark enough", `<p style="color:#333;background:linear-gradient(#000,#555)">some text</p>`, "violation"},
		{"a background that is not covered", `<p style="color:#333;background:linear-gradient(#000,#555) no-repeat">some text</p>`, "incomplete"},
		{"a shadow does not help", `<p style="color:#333;background:#000;text-shadow:#111 0 0 2px">some text</p>`, "violation"},
		{"a shadow may help", `<p style="color:#000;background:#666;text-shadow:#fff 0 0 2px">some text</p>`, "incomplete"},
		{"a sign", `<p style="color:#888">*</p>`, "incomplete"},
		{"an image: some colour is always far enough", `<p style="color:#757575;background:url(a.png)">some text</p>`, "incomplete"},
		{"an opaque background in a filtered element", `<div style="filter:invert(1)"><p style="color:#888;background:#fff">some text</p></div>`, "incomplete"},
		{"an opaque background over a blurred one", `<div style="backdrop-filter:blur(2px)"><p style="color:#888;background:#fff">some text</p></div>`, "violation"},
		{"over a blurred one", `<p style="color:#888;backdrop-filter:blur(2px)">some text</p>`, "incomplete"},
		{"the colour of the paper", `<p style="color:#fff">some text</p>`, "incomplete"},
		{"beside what is painted over", `<div><i style="position:absolute;background:#000">ab</i><p style="color:#888">some text</p></div>`, "incomplete"},
		{"a disabled button", `<button disabled style="color:#888">some text</button>`, "inapplicable"},
		{"the label of a disabled field", `<label style="color:#888">some text <input disabled></label>`, "inapplicable"},
		{"hidden", `<p style="color:#888" hidden>some text</p>`, "inapplicable"},
	},
	"color-contrast-enhanced": {
		{"dark grey on white", `<p style="color:#666">some text</p>`, "violation"},
		{"darker", `<p style="color:#444">some text</p>`, "pass"},
		{"no image is far enough from it", `<p style="color:#777;background:url(a.png)">some text</p>`, "violation"},
		{"no image is for large text", `<p style="color:#777;background:url(a.png);font-size:24px">some text</p>`, "incomplete"},
		{"an image may be far enough", `<p style="color:#595959;background:url(a.png)">some text</p>`, "incomplete"},
		{"the text is positioned on anything", `<p style="color:#777;position:absolute;top:9px">some text</p>`, "violation"},
		{"an image around it", `<div style="background:url(a.png)"><p style="color:#777">some text</p></div>`, "violation"},
		{"a shadow draws the edge", `<p style="color:#777;background:url(a.png);text-shadow:#000 0 0 2px">some text</p>`, "incomplete"},
		{"a stroke draws the edge", `<p style="color:#777;background:url(a.png);-webkit-text-stroke:2px #000">some text</p>`, "incomplete"},
		{"text that lets the image through", `<p style="color:rgba(119,119,119,.9);background:url(a.png)">some text</p>`, "incomplete"},
		{"a translucent element", `<div style="opacity:.9"><p style="color:#777;background:url(a.png)">some text</p></div>`, "incomplete"},
		{"a filter changes the colour of the text", `<div style="filter:invert(1)"><p style="color:#777;background:url(a.png)">some text</p></div>`, "incomplete"},
		{"generated content may lie before it", `<style>div::before{background:#000;content:""}</style><div><p style="color:#777;background:url(a.png)">some text</p></div>`, "incomplete"},
		{"something may lie before it", `<div><i style="position:absolute;background:#000">ab</i><p style="color:#777;background:url(a.png)">some text</p></div>`, "incomplete"},
		{"colour of text by a missing sheet", `<link rel=stylesheet href=a.css><p style="color:#777;background:url(a.png)">some text</p>`, "incomplete"},
		{"a disabled button on an image", `<button disabled style="color:#777;background:url(a.png)">some text</button>`, "inapplicable"},
	},
	"avoid-inline-spacing": {
		{"letters", `<p style="letter-spacing:.1em!important">some text</p>`, "violation"},
		{"words", `<p style="word-spacing:normal !important">some text</p>`, "violation"},
		{"lines", `<p style="line-height:1.2!important;width:100px">some text in more than a line of it, to be sure</p>`, "violation"},
		{"one line", `<p style="line-height:1.2!important">some text</p>`, "inapplicable"},
		{"wide", `<p style="letter-spacing:.1em!important;letter-spacing:2px!important">some text</p>`, "pass"},
		{"not important", `<p style="letter-spacing:.1em">some text</p>`, "inapplicable"},
	},
	"css-orientation-lock": {
		{"turned", `<style>@media (orientation:portrait){body{transform:rotate(-90deg)}}</style><p>a</p>`, "violation"},
		{"turned in a sheet for it", `<style media="(orientation:landscape)">p{rotate:.25turn}</style><p>a</p>`, "violation"},
		{"turned over", `<style>@media (orientation:portrait){body{rotate:180deg}}</style><p>a</p>`, "pass"},
		{"turned always", `<style>body{rotate:90deg}</style><p>a</p>`, "inapplicable"},
	},
	"link-in-text-block": {
		{"nearly the colour of the text", `<p>A text with <a href="a" style="color:#222;text-decoration:none">a link</a> in it, and more of it.</p>`, "violation"},
		{"another colour", `<p>A text with <a href="a" style="color:#06f;text-decoration:none">a link</a> in it, and more of it.</p>`, "incomplete"},
		{"underlined", `<p>A text with <a href="a">a link</a> in it, and more of it.</p>`, "pass"},
		{"alone", `<p><a href="a">a link</a></p>`, "inapplicable"},
		{"in a float of its own", `<p>A text and more of it.<span style="float:right"><a href="a" style="color:#222;text-decoration:none">a link</a></span></p>`, "inapplicable"},
	},
	"target-size": {
		{"a button", `<button>a</button>`, "incomplete"},
		{"a hidden field", `<input type="hidden">`, "inapplicable"},
	},
}

func TestRulesOfStructureAndStyle(t *testing.T) {
	t.Parallel()
	for id, cases := range structureCases {
		for _, c := range cases {
			t.Run(id+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				src := c.body
				if !strings.HasPrefix(src, "<html") && !strings.HasPrefix(src, "<svg") {
					src = page(src)
				}
				r, err := a11y.Check(t.Context(), src, a11y.Options{Rules: []string{id}})
				require.NoError(t, err)
				require.Equal(t, c.want, outcomeOf(t, r))
			})
		}
	}
}

func TestEveryRuleHasACase(t *testing.T) {
	t.Parallel()
	for _, r := range a11y.Rules() {
		require.NotEmpty(t, append(ruleCases[r.ID], structureCases[r.ID]...), r.ID)
	}
}

func TestLevelsOfRules(t *testing.T) {
	t.Parallel()
	for _, r := range a11y.Rules() {
		if r.Level != a11y.A && r.Level != a11y.AA {
			continue
		}
		levels := map[a11y.Level]bool{}
		for _, c := range r.WCAG {
			levels[a11y.LevelOf(c)] = true
		}
		require.Equal(t, r.Level == a11y.A, levels[a11y.A], r.ID)
		require.Equal(t, r.Level == a11y.AA, levels[a11y.AA] && !levels[a11y.A], r.ID)
	}
	require.Equal(t, a11y.AA, a11y.LevelOf("1.4.3"))
	require.Empty(t, a11y.LevelOf("1.4.6"), "LevelOf knows no criteria of level AAA")
	require.Empty(t, a11y.LevelOf("9.9.9"))
}
