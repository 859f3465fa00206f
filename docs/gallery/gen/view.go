package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/pagelift/pagelift/convert"
)

// Sizes in pixels. A README is shown some 830 pixels wide: half of it for each side of the first picture,
// and twice as many pixels for sharp screens.
const (
	sideWidth, sideHeight   = 800, 1000
	panelWidth, panelHeight = 420, 560
	gap                     = 24 // between pictures, and around them
	window                  = 900
	phone                   = 390
)

// viewer looks at one document. Its files begin with dir.
type viewer struct {
	shown
	dir string
}

// draw makes both pictures.
func (v *viewer) draw() error {
	if err := os.MkdirAll(v.dir, 0o755); err != nil {
		return err
	}
	flowing, err := v.html("flowing", convert.DefaultOptions())
	if err != nil {
		return err
	}
	opts := convert.DefaultOptions()
	opts.PreserveFormatting = true
	facsimile, err := v.html("facsimile", opts)
	if err != nil {
		return err
	}
	page, err := v.page(v.document, sideWidth, sideHeight)
	if err != nil {
		return err
	}
	light, err := v.screen(flowing, window, sideWidth, sideHeight)
	if err != nil {
		return err
	}
	dark, err := v.screen(flowing, window, panelWidth, panelHeight, "--blink-settings=preferredColorScheme=0")
	if err != nil {
		return err
	}
	small, err := v.screen(flowing, phone, phone, panelHeight)
	if err != nil {
		return err
	}
	printed, err := v.print(flowing)
	if err != nil {
		return err
	}
	same, err := v.screen(facsimile, window, panelWidth, panelHeight)
	if err != nil {
		return err
	}
	if err := v.write(v.files()[0], row(sideWidth, sideHeight, page, light)); err != nil {
		return err
	}
	return v.write(v.files()[1], row(panelWidth, panelHeight, dark, small, printed, same))
}

// write writes a picture of the gallery.
func (v *viewer) write(name string, img image.Image) error {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, fewColours(img)); err != nil {
		return err
	}
	out := filepath.Join(folder, name)
	fmt.Printf("%s: %d KB\n", out, b.Len()/1024)
	return os.WriteFile(out, b.Bytes(), 0o644)
}

// html converts the document into one file.
func (v *viewer) html(name string, opts convert.Options) (path string, err error) {
	file, err := os.Open(v.document)
	if err != nil {
		return "", err
	}
	defer file.Close()
	result, err := convert.Convert(context.Background(), file, opts)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := result.WriteSelfContained(&b); err != nil {
		return "", err
	}
	path = filepath.Join(v.dir, name+".html")
	return path, os.WriteFile(path, b.Bytes(), 0o644)
}

// page is the first page of a PDF as Poppler draws it, as large as has room.
func (v *viewer) page(pdf string, width, height int) (image.Image, error) {
	base := filepath.Join(v.dir, "page")
	drawn := func(flags ...string) (image.Image, error) {
		if err := command("pdftoppm", append(flags, "-f", "1", "-singlefile", "-png", pdf, base)...); err != nil {
			return nil, err
		}
		return load(base + ".png")
	}
	rough, err := drawn("-r", "72")
	if err != nil {
		return nil, err
	}
	size := rough.Bounds().Size()
	scale := min(float64(width)/float64(size.X), float64(height)/float64(size.Y))
	return drawn("-scale-to-x", strconv.Itoa(int(float64(size.X)*scale)), "-scale-to-y", strconv.Itoa(int(float64(size.Y)*scale)))
}

// screen is the top of a page in a window of so many CSS pixels, drawn width pixels wide. Chromium has no
// window of less than 500 pixels: it draws twice as many.
func (v *viewer) screen(html string, window, width, height int, flags ...string) (image.Image, error) {
	shot := filepath.Join(v.dir, "screen.png")
	scale := 2 * float64(width) / float64(window)
	args := append(v.browser(), "--hide-scrollbars", "--screenshot="+shot, fmt.Sprintf("--force-device-scale-factor=%g", scale),
		fmt.Sprintf("--window-size=%d,%d", window, int(2*float64(height)/scale)))
	if err := command("chromium", append(append(args, flags...), "file://"+html)...); err != nil {
		return nil, err
	}
	img, err := load(shot)
	if err != nil {
		return nil, err
	}
	return halved(img), nil
}

// print is the first sheet that the browser prints.
func (v *viewer) print(html string) (image.Image, error) {
	pdf := filepath.Join(v.dir, "printed.pdf")
	if err := command("chromium", append(v.browser(), "--no-pdf-header-footer", "--print-to-pdf="+pdf, "file://"+html)...); err != nil {
		return nil, err
	}
	return v.page(pdf, panelWidth, panelHeight)
}

func (v *viewer) browser() []string {
	return []string{"--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--user-data-dir=" + filepath.Join(v.dir, "profile")}
}

func load(name string) (image.Image, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return png.Decode(file)
}

func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", name, err, out)
	}
	return nil
}

// preferFonts writes a configuration of fonts to dir: those of the system, and those of fonts before them.
func preferFonts(dir, fonts string) (path string, err error) {
	fonts, err = filepath.Abs(fonts)
	if err != nil {
		return "", err
	}
	prefer := func(family, font string) string {
		return `<match target="pattern"><test name="family"><string>` + family + `</string></test><edit name="family" mode="prepend" binding="strong"><string>` + font + "</string></edit></match>\n"
	}
	path = filepath.Join(dir, "fonts.conf")
	return path, os.WriteFile(path, []byte(`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>`+
		`<include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir>`+fonts+"</dir>\n"+
		prefer("Georgia", "Noto Serif")+prefer("serif", "Noto Serif")+prefer("system-ui", "Noto Sans")+prefer("sans-serif", "Noto Sans")+
		"</fontconfig>\n"), 0o644)
}
