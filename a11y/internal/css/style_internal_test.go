package css

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/pagelift/pagelift/a11y/internal/dom"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/stretchr/testify/require"
)

// styledPage returns a document with its styles.
func styledPage(t *testing.T, html string) *StyledTree {
	t.Helper()
	tr, err := dom.Read(html, 1<<20)
	require.NoError(t, err)
	return NewStyledTree(tr, nil)
}

// styleOfX returns the style of the element with the id "x".
func styleOfX(t *testing.T, html string) *Style {
	t.Helper()
	p := styledPage(t, html)
	n := p.ByID("x")
	require.NotEqual(t, dom.None, n, "no element with the id x")
	return p.Style(n)
}

func TestColorsOfElements(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, want string }{
		"nothing said is black":                   {`<p id=x>`, "#000000"},
		"a style attribute":                       {`<p id=x style="color:#f00">`, "#ff0000"},
		"inherited":                               {`<div style="color:rgb(0 128 0)"><p id=x></div>`, "#008000"},
		"type, class and id by specificity":       {`<style>#x{color:red}.a.b{color:blue}p{color:lime}</style><p id=x class="a b">`, "#ff0000"},
		"the later of equals":                     {`<style>.a{color:red}.b{color:blue}</style><p id=x class="b a">`, "#0000ff"},
		"important beats the style attribute":     {`<style>p{color:red!important}</style><p id=x style="color:blue">`, "#ff0000"},
		"a child, not a deeper descendant":        {`<style>div>p{color:red}</style><div><section><p id=x></section></div>`, "#000000"},
		"any descendant":                          {`<style>div p{color:red}</style><div><section><p id=x></section></div>`, "#ff0000"},
		"the sibling right before":                {`<style>h1+p{color:red}</style><h1>a</h1><p id=x>`, "#ff0000"},
		"not a sibling further before":            {`<style>h1+p{color:red}</style><h1>a</h1><p>a</p><p id=x>`, "#000000"},
		"any sibling before":                      {`<style>h1~p{color:red}</style><h1>a</h1><p>a</p><p id=x>`, "#ff0000"},
		"a sibling inside of an ancestor":         {`<style>main > h1 + div p{color:red}</style><main><h1>a</h1><div><p id=x></div></main>`, "#ff0000"},
		"the third child":                         {`<style>p:nth-child(2n+1){color:red}</style><div><p>a</p><p>b</p><p id=x></div>`, "#ff0000"},
		"the last of its type":                    {`<style>p:last-of-type{color:red}</style><div><p>a</p><p id=x>b</p><i>c</i></div>`, "#ff0000"},
		"not the last child":                      {`<style>p:last-child{color:red}</style><div><p>a</p><p id=x>b</p><i>c</i></div>`, "#000000"},
		"the last child of a class":               {`<style>.a>b:last-child{color:red}</style><div><b>a</b><b>b</b></div><div class=a><i>a</i><b id=x>b</b></div>`, "#ff0000"},
		"the last child of no class":              {`<style>.a>b:last-child{color:red}</style><div class=a><b>a</b><b>b</b></div><div><i>a</i><b id=x>b</b></div>`, "#000000"},
		"the last child inside of a class":        {`<style>.a b:last-child{color:red}</style><p class=a><i><b id=x>b</b></i>`, "#ff0000"},
		"the last child behind a sibling":         {`<style>.a+b:last-child{color:red}</style><div><i class=a>a</i><b id=x>b</b></div>`, "#ff0000"},
		"an attribute":                            {`<style>[role~=note]{color:red}</style><p id=x role="a note">`, "#ff0000"},
		":not":                                    {`<style>p:not(.a, .b){color:red}</style><p id=x class=c>`, "#ff0000"},
		":not of what it is":                      {`<style>p:not(.a, .b){color:red}</style><p id=x class=b>`, "#000000"},
		":is with a chain":                        {`<style>:is(main div, nav) p{color:red}</style><main><div><p id=x></div></main>`, "#ff0000"},
		":where has no weight":                    {`<style>p{color:blue}:where(#x){color:red}</style><p id=x>`, "#0000ff"},
		":hover is never":                         {`<style>p:hover{color:red}</style><p id=x>`, "#000000"},
		"an unknown pseudo-class spoils its rule": {`<style>p, p:nonsense{color:red}</style><p id=x>`, "#000000"},
		"nested rules":                            {`<style>div{color:blue; & p{color:red} .y &{color:lime}}</style><div><p id=x></div>`, "#ff0000"},
		"nested without ampersand":                {`<style>div{p{color:red}}</style><div><p id=x></div>`, "#ff0000"},
		"declarations in a nested condition":      {`<style>p{@media screen{color:red}}</style><p id=x>`, "#ff0000"},
		"print is not the screen":                 {`<style>@media print{p{color:red}}</style><p id=x>`, "#000000"},
		"a wide screen":                           {`<style>@media (min-width:40rem) and (max-width:1280px){p{color:red}}</style><p id=x>`, "#ff0000"},
		"a range":                                 {`<style>@media (600px < width <= 1000px){p{color:red}}</style><p id=x>`, "#000000"},
		"a light scheme":                          {`<style>@media (prefers-color-scheme:dark){p{color:red}}</style><p id=x>`, "#000000"},
		"custom properties":                       {`<style>:root{--a:var(--b);--b:red}p{color:var(--a)}</style><p id=x>`, "#ff0000"},
		"a fallback":                              {`<style>p{color:var(--none, var(--more, red))}</style><p id=x>`, "#ff0000"},
		"a cycle is no value":                     {`<style>:root{--a:var(--b);--b:var(--a);color:blue}p{color:var(--a)}</style><p id=x>`, "#0000ff"},
		"what is invalid does not count":          {`<style>p{color:red;color:nonsense;color:rgb(1,2)}</style><p id=x>`, "#ff0000"},
		"layers come before what is outside":      {`<style>p{color:red}@layer a{p#x{color:blue}}</style><p id=x>`, "#ff0000"},
		"layers in the order of their names":      {`<style>@layer a,b;@layer b{p{color:red}}@layer a{p#x{color:blue}}</style><p id=x>`, "#ff0000"},
		"light-dark":                              {`<p id=x style="color:light-dark(red, blue)">`, "#ff0000"},
		"current color is that around":            {`<div style="color:red"><p id=x style="color:currentcolor"></div>`, "#ff0000"},
		"unset inherits":                          {`<style>p{color:blue}</style><div style="color:red"><p id=x style="color:unset"></div>`, "#ff0000"},
		"a link is blue":                          {`<a id=x href=a>a</a>`, "#0000ee"},
		"no link is not":                          {`<a id=x>a</a>`, "#000000"},
		"a button does not inherit":               {`<div style="color:red"><button id=x>a</button></div>`, "#000000"},
		"old attributes":                          {`<font id=x color=ff0000>a</font>`, "#ff0000"},
		"a sheet after a comment and a bad rule":  {`<style>/* } */ @nonsense {a{b} } ;;; p{color:red}</style><p id=x>`, "#ff0000"},
		"a block that is never closed":            {`<style>p{color:red</style><p id=x>`, "#ff0000"},
		"hsl":                                     {`<p id=x style="color:hsl(120 100% 25%)">`, "#008000"},
		"hwb":                                     {`<p id=x style="color:hwb(0 0% 0%)">`, "#ff0000"},
		"oklch":                                   {`<p id=x style="color:oklch(62.796% .25768 29.234)">`, "#ff0000"},
		"lab":                                     {`<p id=x style="color:lab(54.29 80.805 69.891)">`, "#ff0000"},
		"a space of its own":                      {`<p id=x style="color:color(srgb 1 0 0)">`, "#ff0000"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := styleOfX(t, "<!doctype html><body>"+c.html)
			require.False(t, s.unknown.has(PropColor))
			require.Equal(t, c.want, s.Color.Hex())
		})
	}
}

// Elements that differ only in what no selector tests have the same style.
func TestStatesThatNobodyAsksFor(t *testing.T) {
	t.Parallel()
	styles := func(sheet string) int {
		return len(styledPage(t, `<style>`+sheet+`</style><section><p>a</p><p>b</p><p>c</p></section><div class=a><b>a</b><b>b</b></div>`).styles.list)
	}
	all := styles("")
	require.Equal(t, all, styles(`.a>p:last-child{color:red}`))
	require.Equal(t, all+1, styles(`.a>b:last-child{color:red}`))
}

func TestWhatCannotBeKnownIsUnknown(t *testing.T) {
	t.Parallel()
	for name, html := range map[string]string{
		"has":               `<style>p:has(b){color:red}</style><p id=x><b>a</b>`,
		"a container":       `<style>@container (width > 3em){p{color:red}}</style><p id=x>`,
		"a mix":             `<p id=x style="color:color-mix(in srgb, red, blue)">`,
		"a relative colour": `<p id=x style="color:rgb(from red r g b)">`,
		"a doubtful value":  `<style>@container (width > 3em){:root{--a:red}}p{color:var(--a)}</style><p id=x>`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.True(t, styleOfX(t, html).unknown.has(PropColor))
		})
	}
}

func TestContrastOfText(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		html string
		most float64
	}{
		"black on white":           {`<p id=x>`, 21},
		"alpha of the text":        {`<p id=x style="color:rgba(0,0,0,.5)">`, 3.95},
		"alpha of the background":  {`<div style="background:#000"><p id=x style="color:#fff;background:rgba(255,255,255,.5)"></div>`, 3.95},
		"opacity of the element":   {`<p id=x style="opacity:.5">`, 3.95},
		"opacity and a background": {`<div style="background:#fff"><p id=x style="background:#000;color:#fff;opacity:.5"></div>`, 3.95},
		"the best of a gradient":   {`<p id=x style="color:#000;background:linear-gradient(#000,#777)">`, 4.69},
		"all of a gradient":        {`<p id=x style="color:#000;background:linear-gradient(to right,#000 10%,50%,#333 90%) #000">`, 1.66},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := styleOfX(t, "<!doctype html><body>"+c.html).Contrast()
			require.Empty(t, r.Unknown)
			require.InDelta(t, c.most, math.Round(r.Most*100)/100, 0.03)
		})
	}
}

func TestContrastThatIsNotKnown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ html, why string }{
		"an image":           {`<p id=x style="background:url(a.png) #fff">`, whyImage},
		"a filter":           {`<p id=x style="filter:invert(1)">`, whyEffect},
		"positioned":         {`<p id=x style="position:absolute;top:0">`, WhyPositioned},
		"generated content":  {`<style>p::before{background:#000}</style><p id=x>`, whyPseudo},
		"clipped to text":    {`<p id=x style="background:linear-gradient(red,blue);-webkit-background-clip:text">`, whyImage},
		"a missing sheet":    {`<link rel=stylesheet href=a.css><p id=x>`, WhyUnknown},
		"an imported sheet":  {`<style>@import "a.css";</style><p id=x>`, WhyUnknown},
		"an image around it": {`<div style="background-image:image-set('a.png' 1x)"><p id=x></div>`, whyImage},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.why, styleOfX(t, c.html).Contrast().Unknown)
		})
	}
	t.Run("an opaque background hides what is behind", func(t *testing.T) {
		t.Parallel()
		html := `<div style="background-image:url(a.png)"><p id=x style="background:#fff"></div>`
		require.Empty(t, styleOfX(t, html).Contrast().Unknown)
	})
}

func TestWhatIsHidden(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		html                  string
		rendered, seen, heard bool
	}{
		"plain":                       {`<p id=x>`, true, true, true},
		"display none":                {`<div style="display:none"><p id=x></div>`, false, false, false},
		"the hidden attribute":        {`<p id=x hidden>`, false, false, false},
		"hidden but displayed":        {`<style>[hidden]{display:block}</style><p id=x hidden>`, true, true, true},
		"visibility":                  {`<div style="visibility:hidden"><p id=x></div>`, true, false, false},
		"visible again":               {`<div style="visibility:hidden"><p id=x style="visibility:visible"></div>`, true, true, true},
		"moved out":                   {`<p id=x style="position:absolute;left:-9999px">`, true, false, true},
		"clipped":                     {`<p id=x style="position:absolute;clip:rect(0 0 0 0)">`, true, false, true},
		"one pixel":                   {`<p id=x style="width:1px;height:1px;overflow:hidden">`, true, false, true},
		"indented away":               {`<p id=x style="text-indent:-9999px">`, true, false, true},
		"no opacity":                  {`<div style="opacity:0"><p id=x></div>`, true, false, true},
		"closed details":              {`<details><summary>a</summary><p id=x></details>`, false, false, false},
		"open details":                {`<details open><summary>a</summary><p id=x></details>`, true, true, true},
		"the summary of details":      {`<details><summary id=x>a</summary></details>`, true, true, true},
		"an input of the type hidden": {`<input id=x type=hidden>`, false, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := styleOfX(t, "<!doctype html><body>"+c.html)
			require.Equal(t, []bool{c.rendered, c.seen, c.heard}, []bool{s.rendered(), s.Visible(), s.announced()})
		})
	}
}

func TestSizesAndWeights(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		html   string
		size   float64
		weight int
	}{
		"a heading":             {`<h1 id=x>`, 32, 700},
		"points":                {`<p id=x style="font-size:18pt">`, 24, 400},
		"em of em":              {`<div style="font-size:2em"><p id=x style="font-size:1.5em"></div>`, 48, 400},
		"percent":               {`<div style="font-size:200%"><p id=x style="font-size:50%"></div>`, 16, 400},
		"the shorthand":         {`<p id=x style="font:italic bold 12px/30px Georgia, serif">`, 12, 700},
		"bolder than normal":    {`<p><b id=x>`, 16, 700},
		"a function":            {`<p id=x style="font-size:clamp(1rem, 2vw + 4px, 3rem)">`, 29.6, 400},
		"rem of another root":   {`<style>html{font-size:10px}</style><p id=x style="font-size:2rem">`, 20, 400},
		"a control has its own": {`<div style="font:bold 40px serif"><button id=x>`, controlFontSize, 400},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := styleOfX(t, "<!doctype html><body>"+c.html)
			require.InDelta(t, c.size, s.FontSize, 0.01)
			require.Equal(t, c.weight, s.Weight)
		})
	}
}

func TestSheetsMadeToBeSlowAreLeftUnread(t *testing.T) {
	t.Parallel()
	var states, vars strings.Builder
	for i := range 2 * maxStates {
		fmt.Fprintf(&states, "p:nth-child(%dn+1){color:red}", i+1)
	}
	fmt.Fprintf(&vars, ":root{--x:%s;", strings.Repeat("a ", 2000))
	for i := range 1000 {
		fmt.Fprintf(&vars, "--v%d:var(--x) b;", i)
	}
	vars.WriteString("}p{color:var(--v999)}")
	for name, c := range map[string]struct{ sheet, body string }{
		"more pseudo-classes than are asked":    {states.String(), `<p id=x>`},
		"custom properties of many megabytes":   {vars.String(), `<p id=x>`},
		"more rules than are tried":             {strings.Repeat("*{color:red}", 40_000), strings.Repeat("<p><b>", 100) + `<p id=x>`},
		"rules nested deeper than anybody does": {strings.Repeat("p{color:red;", 100), `<p id=x>`},
		"a sheet too large to read":             {"p{color:red}" + strings.Repeat(" ", limits.CheckedSheets), `<p id=x>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := styleOfX(t, "<!doctype html><html><head><style>"+c.sheet+"</style></head><body>"+c.body)
			require.Equal(t, WhyUnknown, s.Contrast().Unknown)
		})
	}
}
