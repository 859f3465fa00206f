package svg_test

import (
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/svg"
)

// drawing returns an SVG document of 40 by 30 pixels with this in it.
func drawing(inside string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30">` + inside + `</svg>`
}

// onePixel returns the data of a PNG image.
func onePixel(t testing.TB) string {
	var b strings.Builder
	coded := base64.NewEncoder(base64.StdEncoding, &b)
	require.NoError(t, png.Encode(coded, image.NewGray(image.Rect(0, 0, 1, 1))))
	require.NoError(t, coded.Close())
	return "data:image/png;base64," + b.String()
}

func TestForeignDrawingsAreCleaned(t *testing.T) {
	t.Parallel()
	picture := onePixel(t)
	for name, c := range map[string]struct{ in, want string }{
		"what is painted":            {`<g transform="translate(1,2)" fill="#f00"><path d="M0 0L1 1"/><text x="1">a &lt; b</text></g>`, `<g transform="translate(1,2)" fill="#f00"><path d="M0 0L1 1"></path><text x="1">a &lt; b</text></g>`},
		"parts used":                 {`<defs><path id="p" d="M0 0"/></defs><use xlink:href="#p" x="3"/><rect fill="url('#g')"/>`, `<defs><path id="p" d="M0 0"></path></defs><use href="#p" x="3"></use><rect fill="url('#g')"></rect>`},
		"an image in it":             {`<image href="` + picture + `" width="2"/>`, `<image href="` + picture + `" width="2"></image>`},
		"a style sheet":              {`<style>@import "x"; g > .a{fill:red} @font-face{src:url(x)} @media (x){a{b:c}} .b{fill:url(#g)}</style>`, `<style> g &gt; .a{fill:red}   .b{fill:url(#g)}</style>`},
		"scripts":                    {`<script>alert(1)</script><g onload="x()" onclick="x()"><rect/></g><handler/>`, `<g><rect></rect></g>`},
		"links":                      {`<a xlink:href="javascript:x()"><text>go<tspan> on</tspan></text></a><text><a href="http://x/">there</a></text>`, `<text>go<tspan> on</tspan></text><text>there</text>`},
		"what is elsewhere":          {`<image href="http://x/y.png"/><use href="http://x/y.svg#a"/><rect fill="url(http://x/y)" style="fill:url(//x)" filter="url( 'x' )"/>`, `<image></image><use></use><rect></rect>`},
		"what is hidden by escapes":  {`<rect style="fill:u\72l(http://x)" fill="URL(http://x)" mask="image-set('x' 1x)" stroke="url(#a"/><style>a{b:url(http://x)}</style>`, `<rect></rect>`},
		"images that are none":       {`<image href="data:image/svg+xml;base64,PHN2Zz4="/><image href="data:image/png;base64,AAAA"/><image href="data:image/png;base64,%"/><image href="#a"/>`, `<image></image><image></image><image></image><image></image>`},
		"animation, other languages": {`<rect><animate attributeName="x"/><set/></rect><foreignObject><div xmlns="http://www.w3.org/1999/xhtml">x</div></foreignObject><feImage href="x"/><x:rect xmlns:x="urn:x"/>`, `<rect></rect>`},
		"attributes twice":           {`<use href="#a" xlink:href="#b" x="1" x="2" data-x="1" xlink:title="t" xml:space="preserve" xml:base="http://x"/>`, `<use href="#a" x="1" xml:space="preserve"></use>`},
		"text where none can be":     {"a<rect>b</rect><title>a\n\"b\"</title><desc>c</desc><!-- d --><?e f?><style> </style>", `<rect></rect><title>a "b"</title><desc>c</desc>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, err := svg.Clean([]byte(`<?xml version="1.0"?><!DOCTYPE svg>` + drawing(c.in)))
			require.NoError(t, err)
			require.Equal(t, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">`+c.want+`</svg>`, string(g.Data))
			require.Equal(t, svg.MediaType, g.MediaType)
			require.Equal(t, []float32{30, 22.5}, []float32{g.Width, g.Height})
		})
	}
}

func TestForeignDrawingsHaveASize(t *testing.T) {
	t.Parallel()
	for attributes, c := range map[string]struct {
		width, height float32
		want          string
	}{
		`width="4in" height="144pt"`:                     {288, 144, `viewBox="0 0 384 192" width="4in" height="144pt"`},
		`width="40" viewBox="0,0, 10 20"`:                {30, 60, `width="40" viewBox="0,0, 10 20"`},
		`height="40px" viewBox="0 0 10 20"`:              {15, 30, `height="40px" viewBox="0 0 10 20"`},
		`width="100%" height="100%" viewBox="0 0 12 24"`: {9, 18, `width="100%" height="100%" viewBox="0 0 12 24"`},
		`width="4" height="8" viewBox="0 0 x"`:           {3, 6, `viewBox="0 0 4 8" width="4" height="8"`},
	} {
		g, err := svg.Clean([]byte(`<svg ` + attributes + `/>`))
		require.NoError(t, err, attributes)
		require.Equal(t, []float32{c.width, c.height}, []float32{g.Width, g.Height}, attributes)
		require.Equal(t, `<svg xmlns="http://www.w3.org/2000/svg" `+c.want+`></svg>`, string(g.Data))
	}
}

func TestForeignDrawingsThatCannotBeShown(t *testing.T) {
	t.Parallel()
	// Each group uses the one before it ten times.
	bomb := `<defs><rect id="g0"/>`
	for i := range 8 {
		bomb += fmt.Sprintf(`<g id="g%d">`, i+1) + strings.Repeat(fmt.Sprintf(`<use href="#g%d"/>`, i), 10) + `</g>`
	}
	for name, c := range map[string]struct {
		in   string
		want error
	}{
		"nothing":         {"", svg.ErrUnsafe},
		"no XML":          {"GIF89a", svg.ErrUnsafe},
		"another element": {`<html xmlns="http://www.w3.org/1999/xhtml"/>`, svg.ErrUnsafe},
		"no size":         {`<svg><rect/></svg>`, svg.ErrUnsafe},
		"not closed":      {drawing(`<g>`), svg.ErrUnsafe},
		"two documents":   {drawing("") + drawing(""), svg.ErrUnsafe},
		"entities":        {`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + drawing(`<text>&b;</text>`), svg.ErrUnsafe},
		"too deep":        {drawing(strings.Repeat("<g>", 200) + strings.Repeat("</g>", 200)), svg.ErrUnsafe},
		"parts of itself": {drawing(`<g id="a"><use href="#a"/></g>`), svg.ErrUnsafe},
		"paint of itself": {drawing(`<pattern id="a"><rect fill="url(#b)"/></pattern><pattern id="b"><rect fill="url(#a)"/></pattern>`), svg.ErrUnsafe},
		"tens of tens":    {drawing(bomb + `</defs><use href="#g8"/>`), svg.ErrUnsafe},
		"too many parts":  {drawing(strings.Repeat("<rect/>", limits.SVGNodes)), svg.ErrTooLarge},
		"too many bytes":  {drawing(`<path d="` + strings.Repeat("L1 1", limits.SVGBytes/4) + `"/>`), svg.ErrTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := svg.Clean([]byte(c.in))
			require.ErrorIs(t, err, c.want)
		})
	}
}

// FuzzClean: what is clean is XML in which nothing runs or leads elsewhere, and cleaning
// it again changes nothing.
func FuzzClean(f *testing.F) {
	f.Add(drawing(`<g transform="rotate(3)"><use xlink:href="#a"/><a href="x"><text id="a">b &amp; c</text></a></g>`))
	f.Add(drawing(`<style>@import "x"; a{fill:url(#b)}</style><script>x</script><rect onload="x" fill="url(http://x)" style="fill:\75rl(x)"/>`))
	f.Add(`<svg width="3mm" height="2" viewBox="x" viewBox="0 0 1 1"><image href="` + onePixel(f) + `"/><switch><foreignObject/><g/></switch></svg>`)
	f.Fuzz(func(t *testing.T, source string) {
		g, err := svg.Clean([]byte(source))
		if err != nil {
			return
		}
		require.True(t, g.Width > 0 && g.Height > 0)
		again, err := svg.Clean(g.Data)
		require.NoError(t, err, string(g.Data))
		require.Equal(t, string(g.Data), string(again.Data))
		in := xml.NewDecoder(strings.NewReader(string(g.Data)))
		for {
			token, err := in.Token()
			if err == io.EOF {
				return
			}
			require.NoError(t, err)
			element, is := token.(xml.StartElement)
			if !is {
				continue
			}
			require.Equal(t, "http://www.w3.org/2000/svg", element.Name.Space)
			require.NotContains(t, []string{"script", "a", "foreignObject", "animate", "set", "handler", "feImage"}, element.Name.Local)
			for _, a := range element.Attr {
				require.False(t, strings.HasPrefix(a.Name.Local, "on"), a.Name.Local)
				if a.Name.Local == "href" {
					require.True(t, a.Value[0] == '#' || strings.HasPrefix(a.Value, "data:image/"), a.Value)
				}
			}
		}
	})
}
