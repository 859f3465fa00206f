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

	// doubt is the mean confidence below which a page may be upside down or in another script. Pages that are read
	// correctly have .93 and more; handwriting and bad copies have .5 to .8. Pages that are read upside down have
	// .26, and in the wrong script .25 to .55.
	doubt = 0.6

	// sureOfTurn and sureOfScript are the least confidences, in the program's own units, with which its answer is
	// used. Good pages have 10 and more, and 2 and more.
	sureOfTurn   = 2
	sureOfScript = 0.5
)

// doubtful reports whether the confidence of a page is so low that it may have been read upside down or in the
// wrong script.
func doubtful(page *ocr.Page) bool { return page.Confidence() < doubt }

// found is what the program detects of the orientation and script of an image.
type found struct {
	turn   int    // clockwise turn of the text: 0, 90, 180, 270
	script string // the program's name for it; "": unknown
}

// readAgain detects the orientation and script of a page. If they differ from those of the first reading, it reads
// the page again. It returns the page with the higher confidence.
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

// parseOrientation reads the lines "name: value" of --psm 0. What is missing or not certain keeps its zero value.
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
