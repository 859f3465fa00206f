package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/image/draw"
	"golang.org/x/image/math/f64"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

const (
	// dark is the grey from which a pixel of a bilevel scan is white.
	dark = 160
	// scanQuality is the JPEG quality of a grey scan, as poor as that of scanners.
	scanQuality = 40
)

// scan makes a scan of a document of the corpus: pictures of its pages, in style bilevel or gray, with the words
// that tesseract reads in them as invisible text. Its options are dpi, and skew, the angle of the paper in
// degrees. The truth is that of the document, without what no scan has: links and a title.
func (r recipe) scan(ctx context.Context, root, pdf string) error {
	dir, err := os.MkdirTemp("", "corpus")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	source, err := filepath.Abs(filepath.Join(root, "corpus", r.source))
	if err != nil {
		return err
	}
	if err := command(ctx, dir, "pdftoppm", "-r", r.options["dpi"], "-gray", "-png", source+".pdf", "page"); err != nil {
		return err
	}
	pages, err := filepath.Glob(filepath.Join(dir, "page-*.png"))
	if err != nil {
		return err
	}
	slices.Sort(pages)
	for i, name := range pages {
		if pages[i], err = r.scanned(name); err != nil {
			return err
		}
	}
	list := filepath.Join(dir, "pages.txt")
	if err := os.WriteFile(list, []byte(strings.Join(pages, "\n")), 0o644); err != nil {
		return err
	}
	if err := command(ctx, dir, "tesseract", list, "out", "--dpi", r.options["dpi"], "-l", "eng", "pdf"); err != nil {
		return err
	}
	file, err := os.ReadFile(filepath.Join(dir, "out.pdf"))
	if err != nil {
		return err
	}
	truth, err := scannedTruth(source + ".html")
	if err != nil {
		return err
	}
	if err := os.WriteFile(pdf, file, 0o644); err != nil {
		return err
	}
	return os.WriteFile(strings.TrimSuffix(pdf, ".pdf")+".html", truth, 0o644)
}

// scanned makes a scan of the drawing of a page, and returns the name of the file.
func (r recipe) scanned(drawing string) (string, error) {
	b, err := os.ReadFile(drawing)
	if err != nil {
		return "", err
	}
	page, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		return "", err
	}
	box := page.Bounds()
	gray := image.NewGray(box)
	draw.Draw(gray, box, image.White, image.Point{}, draw.Src)
	skew := 0.
	if s := r.options["skew"]; s != "" {
		if skew, err = strconv.ParseFloat(s, 64); err != nil {
			return "", err
		}
	}
	sin, cos := math.Sincos(skew * math.Pi / 180)
	x, y := float64(box.Dx())/2, float64(box.Dy())/2
	about := f64.Aff3{cos, -sin, x - cos*x + sin*y, sin, cos, y - sin*x - cos*y}
	draw.BiLinear.Transform(gray, about, page, box, draw.Src, nil)
	var out bytes.Buffer
	name := strings.TrimSuffix(drawing, ".png")
	switch r.style {
	case "gray":
		name, err = name+".jpg", jpeg.Encode(&out, gray, &jpeg.Options{Quality: scanQuality})
	case "bilevel":
		bits := image.NewPaletted(box, color.Palette{color.Black, color.White})
		for i, v := range gray.Pix {
			if v >= dark {
				bits.Pix[i] = 1
			}
		}
		name, err = name+".bilevel.png", png.Encode(&out, bits)
	default:
		err = fmt.Errorf("no style %q of scans", r.style)
	}
	if err != nil {
		return "", err
	}
	return name, os.WriteFile(name, out.Bytes(), 0o644)
}

// scannedTruth returns the truth of a document without its links and its title.
func scannedTruth(name string) ([]byte, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	doc, err := html.Parse(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	unlink(find(doc, atom.Body))
	if title := find(doc, atom.Title); title != nil {
		title.Parent.RemoveChild(title)
	}
	var out bytes.Buffer
	if err := html.Render(&out, doc); err != nil {
		return nil, err
	}
	return append(out.Bytes(), '\n'), nil
}
