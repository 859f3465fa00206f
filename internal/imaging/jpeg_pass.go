package imaging

import (
	"context"
	"slices"
)

// passJPEG returns the data of the image as a file if it is JPEG data that browsers show as the
// document means it, or nil otherwise.
func (h *header) passJPEG(ctx context.Context) *File {
	if h.stencil || len(h.key) > 0 || h.Doc.LastFilter(h.Stream) != "DCTDecode" {
		return nil
	}
	data, filter, parms, err := h.Doc.DecodeUntilImage(ctx, h.Stream)
	if filter != "DCTDecode" || err != nil {
		return nil
	}
	j, err := readJPEG(data)
	if err != nil || j.fits(1) != nil || !j.shown(h.Doc.Int(parms.Raw("ColorTransform"), -1)) {
		return nil
	}
	cs := h.spaceOf(&samples{components: j.components})
	if !cs.plain() || !h.decodesPlainly(cs) {
		return nil
	}
	if h.soft != nil || h.mask != nil {
		if a, err := h.alphaOf(ctx); err != nil || !a.opaque() {
			return nil
		}
	}
	return &File{MediaType: jpegType, Data: j.clean(), Width: j.width, Height: j.height, Opaque: true}
}

// plain reports whether the components of the space are gray or sRGB values.
func (cs *ColorSpace) plain() bool {
	switch cs.model.(type) {
	case grayModel, rgbModel:
		return cs.ranges == nil && cs.Family != "Pattern"
	}
	return false
}

// decodesPlainly reports whether Decode changes nothing.
func (h *header) decodesPlainly(cs *ColorSpace) bool {
	for i := range cs.Components {
		if lo, hi := h.decodeOf(cs, i, 8); lo != 0 || hi != 1 {
			return false
		}
	}
	return true
}

// shown reports whether browsers decode the file to the components that PDF means. Browsers read 8-bit baseline
// and progressive Huffman-coded files. They decide by the markers, or else by the names of the components.
func (j *jpegFile) shown(entry int) bool {
	if j.precision != 8 || !slices.Contains([]byte{frameBaseline, frameExtended, frameProgressive}, j.frame) {
		return false
	}
	if j.components != 3 {
		return j.components == 1
	}
	named := [3]byte(j.ids[:3]) == [3]byte{'R', 'G', 'B'}
	browser := !j.jfif && (j.adobe == 0 || (j.adobe == noAdobe && named)) // the browser applies no transform
	meant := j.adobe == 0 || (j.adobe == noAdobe && (entry == 0 || (named && !j.jfif)))
	return browser == meant
}

// clean returns the file without the segments that would change how a browser shows it: a colour profile,
// which PDF replaces by its own colour spaces, and a request to turn the image, which PDF does not have.
func (j *jpegFile) clean() []byte {
	drop := slices.Clone(j.icc)
	for _, e := range j.exif {
		if exifTurns(j.data[e.from:e.to]) {
			drop = append(drop, e)
		}
	}
	if len(drop) == 0 {
		return j.data
	}
	slices.SortFunc(drop, func(a, b span) int { return a.from - b.from })
	out := make([]byte, 0, len(j.data))
	at := 0
	for _, d := range drop {
		out = append(out, j.data[at:d.from]...)
		at = d.to
	}
	return append(out, j.data[at:]...)
}
