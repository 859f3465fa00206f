// Command gen makes the pictures of the README: a page, a table and a form, each beside the
// HTML that pagelift makes of it. It needs pdftoppm (Poppler) and chromium.
//
//	go run ./docs/pictures/gen
package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/pagelift/pagelift/convert"
)

// picture is one picture: a part of the first page of a document on the left, a part of the
// HTML as a browser shows it on the right.
type picture struct {
	name, document string
	dpi            int             // of the page
	page           image.Rectangle // in pixels at dpi
	window         int             // width of the browser in its own pixels, which are side pixels of the picture
	html           image.Rectangle // in pixels of the picture
}

// How large both sides are drawn. A README is shown some 830 pixels wide: half of it for each
// side, and twice as many pixels for sharp screens.
const (
	side = 800 // pixels of one side
	gap  = 24  // between the two, and around them
)

var pictures = []picture{
	{"page", "internal/regress/corpus/paper-tex.pdf", 96, image.Rect(0, 40, side, 940), 900, image.Rect(0, 0, side, 900)},
	{"table", "internal/regress/corpus/statistics-texruled.pdf", 160, image.Rect(260, 1292, 1060, 1616), 800, image.Rect(0, 1230, side, 1548)},
	{"form", "examples/form.pdf", 120, image.Rect(75, 80, 875, 705), 800, image.Rect(0, 0, side, 625)},
}

func main() {
	log.SetFlags(0)
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	for _, p := range pictures {
		if err := p.make(dir); err != nil {
			log.Fatalf("%s: %v", p.name, err)
		}
	}
}

func (p picture) make(dir string) error {
	page, err := p.render(filepath.Join(dir, p.name))
	if err != nil {
		return err
	}
	html, err := p.show(filepath.Join(dir, p.name))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, fewColours(join(page, p.page, html, p.html))); err != nil {
		return err
	}
	out := filepath.Join("docs/pictures", p.name+".png")
	fmt.Printf("%s: %d KB\n", out, b.Len()/1024)
	return os.WriteFile(out, b.Bytes(), 0o644)
}

// render is the first page of the document as Poppler draws it.
func (p picture) render(base string) (image.Image, error) {
	if err := run("pdftoppm", "-r", strconv.Itoa(p.dpi), "-f", "1", "-singlefile", "-png", p.document, base); err != nil {
		return nil, err
	}
	return load(base + ".png")
}

// show is the HTML of the document as Chromium draws it, as far down as the picture shows it.
func (p picture) show(base string) (image.Image, error) {
	file, err := os.Open(p.document)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	result, err := convert.Convert(context.Background(), file, convert.DefaultOptions())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := result.WriteSelfContained(&b); err != nil {
		return nil, err
	}
	if err := os.WriteFile(base+".html", b.Bytes(), 0o644); err != nil {
		return nil, err
	}
	scale := side / float64(p.window)
	shot := base + "-html.png"
	if err := run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
		"--disable-background-networking", "--user-data-dir="+base+"-profile", "--screenshot="+shot,
		fmt.Sprintf("--force-device-scale-factor=%g", scale),
		fmt.Sprintf("--window-size=%d,%d", p.window, int(float64(p.html.Max.Y)/scale)+1), "file://"+base+".html"); err != nil {
		return nil, err
	}
	return load(shot)
}

// join puts a part of each image beside the other on a grey ground, each at the middle of its
// half; a part that is narrower than its half keeps its size.
func join(page image.Image, from image.Rectangle, html image.Image, part image.Rectangle) image.Image {
	height := max(from.Dy(), part.Dy())
	out := image.NewRGBA(image.Rect(0, 0, 2*side+3*gap, height+2*gap))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.Gray{Y: 0xd4}), image.Point{}, draw.Src)
	place := func(img image.Image, part image.Rectangle, left int) {
		at := image.Pt(left+(side-part.Dx())/2, gap+(height-part.Dy())/2)
		draw.Draw(out, image.Rectangle{Min: at, Max: at.Add(part.Size())}, image.White, image.Point{}, draw.Src)
		draw.Draw(out, image.Rectangle{Min: at, Max: at.Add(part.Size())}, img, part.Min, draw.Over)
	}
	place(page, from, gap)
	place(html, part, 2*gap+side)
	return out
}

// colours is how many a picture has at most. Black text on white has some thirty levels of grey.
const colours = 64

// fewColours is img with the colours that it has most of; every other pixel takes the nearest.
// A picture of text takes a third of the bytes.
func fewColours(img image.Image) *image.Paletted {
	count := map[color.RGBA]int{}
	bounds := img.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	var all []color.RGBA
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range all[:min(colours, len(all))] {
		palette = append(palette, c)
	}
	nearest := map[color.RGBA]uint8{}
	out := image.NewPaletted(bounds, palette)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := at(x, y)
			index, ok := nearest[c]
			if !ok {
				index = uint8(palette.Index(c))
				nearest[c] = index
			}
			out.SetColorIndex(x, y, index)
		}
	}
	return out
}

func load(name string) (image.Image, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return png.Decode(file)
}

func run(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}
