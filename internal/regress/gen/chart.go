package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"strings"

	"golang.org/x/net/html"
)

// The size of charts and photographs, in pixels of CSS.
const (
	chartWidth, chartHeight = 420, 260
	photoWidth, photoHeight = 360, 220
)

// pictures puts a drawing into each <figure chart="KIND labels="a b c">, and a
// photograph of nothing into each <figure photo="1">.
func pictures(n *html.Node, seed string) error {
	rnd := rand.New(rand.NewPCG(uint64(len(seed)), uint64(len(get(n, "labels"))+7*len(get(n, "photo")))))
	var markup string
	switch kind := get(n, "chart"); {
	case kind != "":
		markup = chart(kind, strings.Split(get(n, "labels"), "|"), get(n, "unit"), rnd)
	case get(n, "photo") != "":
		uri, err := photo(rnd)
		if err != nil {
			return err
		}
		markup = fmt.Sprintf(`<img width="%d" src="%s" alt="Hills in the mist">`, photoWidth, uri)
	default:
		return nil
	}
	nodes, err := html.ParseFragment(strings.NewReader(markup), n)
	if err != nil {
		return err
	}
	before := n.FirstChild
	for _, c := range nodes {
		n.InsertBefore(c, before)
	}
	return nil
}

// chart draws bars, a line or points over labelled axes.
func chart(kind string, labels []string, unit string, rnd *rand.Rand) string {
	const left, bottom, top = 46, chartHeight - 34, 16
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="Liberation Sans" font-size="11" role="img" aria-label="Chart in %s">`, chartWidth, chartHeight, chartWidth, chartHeight, unit)
	words := func(x, y float64, anchor, s string) {
		fmt.Fprintf(&b, `<text x="%.0f" y="%.0f" text-anchor="%s">%s</text>`, x, y, anchor, s)
	}
	rule := func(x1, y1, x2, y2 float64, colour string) {
		fmt.Fprintf(&b, `<line x1="%.0f" y1="%.0f" x2="%.0f" y2="%.0f" stroke="%s"></line>`, x1, y1, x2, y2, colour)
	}
	for i := range 6 {
		y := bottom - float64(i)*(bottom-top)/5
		if i > 0 {
			rule(left, y, chartWidth-8, y, "#bbb")
		}
		words(left-6, y+4, "end", fmt.Sprint(i*20))
	}
	rule(left, top, left, bottom, "#000")
	rule(left, bottom, chartWidth-8, bottom, "#000")
	words(left+4, top-4, "start", unit)
	step := float64(chartWidth-8-left) / float64(len(labels))
	var points []string
	for i, l := range labels {
		x := left + (float64(i)+.5)*step
		y := bottom - float64(20+rnd.IntN(75))*(bottom-top)/100
		words(x, bottom+16, "middle", l)
		switch kind {
		case "bars":
			fmt.Fprintf(&b, `<rect x="%.0f" y="%.0f" width="%.0f" height="%.0f" fill="#47698c"></rect>`, x-step*.3, y, step*.6, bottom-y)
			words(x, y-4, "middle", fmt.Sprint(int((bottom-y)/(bottom-top)*100)))
		case "lines":
			points = append(points, fmt.Sprintf("%.0f,%.0f", x, y))
			fmt.Fprintf(&b, `<circle cx="%.0f" cy="%.0f" r="3" fill="#a33"></circle>`, x, y)
		default:
			for range 5 {
				fmt.Fprintf(&b, `<circle cx="%.0f" cy="%.0f" r="2.5" fill="none" stroke="#333"></circle>`, x+(rnd.Float64()-.5)*step, y+(rnd.Float64()-.5)*40)
			}
		}
	}
	if points != nil {
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="#a33" stroke-width="2"></polyline>`, strings.Join(points, " "))
	}
	return b.String() + "</svg>"
}

// photo returns a picture of hills in mist, as a JPEG in a data URI.
func photo(rnd *rand.Rand) (string, error) {
	img := image.NewRGBA(image.Rect(0, 0, photoWidth, photoHeight))
	phase := [3]float64{rnd.Float64() * 6, rnd.Float64() * 6, rnd.Float64() * 6}
	for x := range photoWidth {
		for y := range photoHeight {
			shade := 225 - y/6
			for i, p := range phase {
				ridge := float64(photoHeight) * (.35 + .18*float64(i)) * (1 + .12*math.Sin(p+float64(x)/(40+30*float64(i))) + .05*math.Sin(3*p+float64(x)/9))
				if float64(y) > ridge {
					shade = 190 - 55*i
				}
			}
			shade += rnd.IntN(10)
			img.Set(x, y, color.RGBA{uint8(shade - 8), uint8(shade), uint8(min(255, shade+10)), 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 45}); err != nil {
		return "", err
	}
	return "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(b.Bytes()), nil
}
