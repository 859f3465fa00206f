package tesseract

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/ocr"
)

const (
	// osdData is the trained data for orientation and script detection.
	osdData = "osd"

	// doubt is the mean confidence below which a page may stand on its head or be in
	// another script. Pages read right have .93 and more, letters written by hand and bad
	// copies .5 to .8; upside down they have .26 and in the wrong script .25 to .55.
	doubt = 0.6

	// sureOfTurn and sureOfScript are the least confidences, in the program's own
	// units, with which it is believed. Sound pages have 10 and more, and 2 and more.
	sureOfTurn   = 2
	sureOfScript = 0.5
)

// doubtful reports whether a page came out so badly that it may have been read the
// wrong way up or in the wrong script.
func doubtful(page *ocr.Page) bool { return page.Confidence() < doubt }

// found is what the program says of the orientation and script of an image.
type found struct {
	turn   int    // clockwise turn of the text: 0, 90, 180, 270
	script string // as the program names it; "": not known
}

// readAgain asks which side of a page is up and which script it has, and reads it
// again when that differs from how it was read. The better page is returned.
func (p *Program) readAgain(ctx context.Context, j job, first *ocr.Page, langs []language, data trained) (*ocr.Page, error) {
	out, err := p.run(ctx, j.image, append(j.arguments(), "--psm", "0")...)
	if errors.Is(err, ocr.EngineFailed) {
		return first, nil // too few characters to tell
	}
	if err != nil {
		return nil, err
	}
	look := parseOrientation(string(out))
	mode := pageModes[ocr.Automatic]
	if more := data.ofScript(look.script); len(more) > 0 && !reads(langs, look.script) {
		langs = more
	} else if look.turn == 0 {
		return first, nil
	}
	if look.turn != 0 {
		mode = modeWithOrientation
	}
	second, err := p.read(ctx, j, langs, mode)
	if err != nil {
		return nil, err
	}
	if second.Confidence() <= first.Confidence() {
		return first, nil
	}
	second.Script = scripts[look.script].iso
	return second, nil
}

// parseOrientation reads the lines "name: value" that --psm 0 writes. What is not
// there or not sure is left at its zero value.
func parseOrientation(text string) found {
	var f found
	var turn int
	var script string
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		number, _ := strconv.ParseFloat(value, 64)
		switch name {
		case "Orientation in degrees":
			turn = int(number)
		case "Orientation confidence":
			if number >= sureOfTurn && (turn == 90 || turn == 180 || turn == 270) {
				f.turn = turn
			}
		case "Script":
			script = value
		case "Script confidence":
			if _, known := scripts[script]; known && number >= sureOfScript {
				f.script = script
			}
		}
	}
	return f
}
