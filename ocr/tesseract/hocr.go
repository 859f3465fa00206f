package tesseract

import (
	"html"
	"image"
	"strconv"
	"strings"

	"github.com/pagelift/pagelift/ocr"
)

// parseHOCR reads hOCR 1.2 as Tesseract writes it. It has what its table of values
// (TSV) lacks: baselines, heights of letters, the turn and direction of lines.
//
// The output depends on an untrusted image. So parseHOCR reads from tag to tag, in whatever order they come, and
// leaves out what is not valid. Boxes are cut to the image.
func parseHOCR(out []byte, width, height int) *ocr.Page {
	p := hocr{
		page:  &ocr.Page{Width: width, Height: height},
		image: image.Rect(0, 0, width, height),
		block: -1, paragraph: -1,
	}
	rest := string(out)
	for {
		at := strings.IndexByte(rest, '<')
		if at < 0 {
			break
		}
		p.text(rest[:at])
		end := strings.IndexByte(rest[at:], '>')
		if end < 0 {
			break
		}
		p.tag(rest[at+1 : at+end])
		rest = rest[at+end+1:]
	}
	p.endWord()
	p.endLine()
	p.page.Turn = pageTurn(p.page)
	return p.page
}

// hocr is the state between two tags.
type hocr struct {
	page             *ocr.Page
	image            image.Rectangle
	block, paragraph int32
	line             ocr.Line
	inLine           bool
	baseline         bool // the line has a baseline
	word             ocr.Word
	rightToLeft      bool // the word runs from right to left
	inWord           bool
	written          strings.Builder // the text of the word
	rightWords       int32           // words of the line that run from right to left
}

// text handles the text between two tags. Inside of a word there may be more tags (strong, em, character boxes).
func (p *hocr) text(s string) {
	if p.inWord {
		p.written.WriteString(s)
	}
}

// tag handles one start tag. Its class says what it begins. An end tag has no class.
func (p *hocr) tag(tag string) {
	switch class := attribute(tag, "class"); class {
	case "":
	case "ocr_carea":
		p.endLine()
		p.block++
	case "ocr_par":
		p.endLine()
		p.paragraph++
	case "ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat":
		p.endLine()
		p.startLine(title(attribute(tag, "title")))
	case "ocrx_word":
		p.endWord()
		p.startWord(tag)
	case "ocr_photo":
		if box := title(attribute(tag, "title")).box().Intersect(p.image); !box.Empty() {
			p.page.Pictures = append(p.page.Pictures, box)
		}
	}
}

func (p *hocr) startLine(t title) {
	l := ocr.Line{First: int32(len(p.page.Words)), Block: max(p.block, 0), Paragraph: max(p.paragraph, 0), Box: t.box()}
	switch t.number("textangle", 0) { // counterclockwise
	case 90:
		l.Turn = 270
	case 180:
		l.Turn = 180
	case 270:
		l.Turn = 90
	}
	l.Ascender, l.Descender = float32(t.number("x_ascenders", 0)), float32(t.number("x_descenders", 0))
	if h := float32(t.number("x_size", 0)) - l.Ascender - l.Descender; h > 0 {
		l.XHeight = h
	}
	if p.baseline = t.has("baseline"); p.baseline {
		l.Slope = float32(t.number("baseline", 0))
		l.Baseline = float32(float64(l.Box.Max.Y) + t.number("baseline", 1))
	}
	p.line, p.inLine, p.rightWords = l, true, 0
}

// endLine appends the line to the page, if the line has words.
func (p *hocr) endLine() {
	p.endWord()
	if !p.inLine {
		return
	}
	p.inLine = false
	l := &p.line
	l.Count = int32(len(p.page.Words)) - l.First
	if l.Count == 0 {
		return
	}
	if 2*p.rightWords > l.Count {
		l.Direction = ocr.RightToLeft
	}
	l.Box = l.Box.Intersect(p.image)
	p.findTurn(l, p.baseline)
	p.page.Lines = append(p.page.Lines, *l)
}

// steep is the slope from which a baseline belongs to a line that runs up or down the page. Lines of pages on
// their side have hundreds, those of skewed pages .2 at most.
const steep = 1

// findTurn finds the turn of a line that Tesseract read from top to bottom without stating it. The baseline of such a
// line is steep, or missing if the line is upright.
func (p *hocr) findTurn(l *ocr.Line, baseline bool) {
	upright := baseline && l.Slope < steep && l.Slope > -steep || !baseline && l.Box.Dy() <= l.Box.Dx()
	if l.Turn == 0 && upright {
		return
	}
	l.Slope, l.Baseline = 0, 0
	if l.Turn != 0 {
		return
	}
	first, last := &p.page.Words[l.First], &p.page.Words[l.First+l.Count-1]
	switch {
	case vertical(first.Text):
		l.Direction = ocr.TopToBottom
	case first.Box.Min.Y > last.Box.Min.Y:
		l.Turn = 270
	default:
		l.Turn = 90
	}
}

// pageTurn returns the turn of more than half of the words.
func pageTurn(page *ocr.Page) int {
	var count [4]int
	for i := range page.Lines {
		count[page.Lines[i].Turn/90] += int(page.Lines[i].Count)
	}
	for quarter, n := range count {
		if 2*n > len(page.Words) {
			return 90 * quarter
		}
	}
	return 0
}

func (p *hocr) startWord(tag string) {
	t := title(attribute(tag, "title"))
	conf := t.number("x_wconf", 0) / 100
	p.word = ocr.Word{
		Box:        t.box().Intersect(p.image),
		Confidence: float32(min(max(conf, 0), 1)),
		Line:       int32(len(p.page.Lines)),
	}
	p.rightToLeft = attribute(tag, "dir") == "rtl"
	p.inWord = true
	p.written.Reset()
}

// endWord appends the word to the page, if it has text and a box.
func (p *hocr) endWord() {
	if !p.inWord {
		return
	}
	p.inWord = false
	p.word.Text = strings.ToValidUTF8(strings.Join(strings.Fields(html.UnescapeString(p.written.String())), ""), "")
	if p.word.Text == "" || p.word.Box.Empty() || !p.inLine {
		return
	}
	if p.rightToLeft {
		p.rightWords++
	}
	p.page.Words = append(p.page.Words, p.word)
}

// attribute returns the value of an attribute of a start tag, or "".
func attribute(tag, name string) string {
	for {
		at := strings.Index(tag, name+"=")
		if at < 0 {
			return ""
		}
		if at == 0 || tag[at-1] != ' ' && tag[at-1] != '\n' {
			tag = tag[at+len(name)+1:]
			continue
		}
		value := tag[at+len(name)+1:]
		if value == "" || value[0] != '"' && value[0] != '\'' {
			return ""
		}
		value, _, _ = strings.Cut(value[1:], value[:1])
		return value
	}
}

// title is the value of a title attribute: properties separated by semicolons, each a name and numbers.
type title string

// values returns the words after the name of a property.
func (t title) values(name string) []string {
	for property := range strings.SplitSeq(string(t), ";") {
		if key, values, _ := strings.Cut(strings.TrimSpace(property), " "); key == name {
			return strings.Fields(values)
		}
	}
	return nil
}

func (t title) has(name string) bool { return t.values(name) != nil }

// mostPixels bounds every number in a title. No side of an image is longer, and products of two numbers fit into
// an int32.
const mostPixels = 1 << 15

// number returns number i of a property, or 0.
func (t title) number(name string, i int) float64 {
	v := t.values(name)
	if i >= len(v) {
		return 0
	}
	n, err := strconv.ParseFloat(v[i], 64)
	if err != nil || n != n {
		return 0
	}
	return min(max(n, -mostPixels), mostPixels)
}

// box returns the property bbox.
func (t title) box() image.Rectangle {
	v := t.values("bbox")
	if len(v) != 4 {
		return image.Rectangle{}
	}
	var side [4]int
	for i := range side {
		n, err := strconv.Atoi(v[i])
		if err != nil {
			return image.Rectangle{}
		}
		side[i] = min(max(n, 0), mostPixels)
	}
	return image.Rectangle{Min: image.Pt(side[0], side[1]), Max: image.Pt(side[2], side[3])}
}

// vertical reports whether a text is in a script that is written in columns.
func vertical(text string) bool {
	for _, r := range text {
		if r >= 0x2E80 && r <= 0xD7AF || r >= 0x20000 && r <= 0x3FFFF {
			return true
		}
	}
	return false
}
