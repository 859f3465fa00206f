package pdf

import "math"

// Box is a rectangle in default user space, X0 < X1, Y0 < Y1.
type Box struct{ X0, Y0, X1, Y1 float64 }

// letter is the page of files that give no size. Other readers use it too.
var letter = Box{0, 0, 612, 792}

// maxCoordinate bounds boxes. It has room for 381 km in points.
const maxCoordinate = 1e9

// pageBoxes returns the media box and, within it, the crop box (clause 14.11.2).
func (d *Document) pageBoxes(in inherited) (media, crop Box) {
	media, ok := d.rectangle(in.mediaBox)
	if !ok {
		media = letter
	}
	if crop, ok = d.rectangle(in.cropBox); !ok {
		return media, media
	}
	crop = Box{max(crop.X0, media.X0), max(crop.Y0, media.Y0), min(crop.X1, media.X1), min(crop.Y1, media.Y1)}
	if crop.empty() {
		return media, media
	}
	return media, crop
}

// rectangle returns the rectangle (clause 7.9.5) that o is or refers to, with its corners in order.
// It returns false when o is no rectangle or an empty one.
func (d *Document) rectangle(o Object) (Box, bool) {
	n := d.Array(o)
	if len(n) < 4 {
		return Box{}, false
	}
	var v [4]float64
	for i := range v {
		var ok bool
		if v[i], ok = d.Number(n[i]); !ok || math.Abs(v[i]) > maxCoordinate {
			return Box{}, false
		}
	}
	b := Box{min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]), max(v[1], v[3])}
	return b, !b.empty()
}

func (b Box) empty() bool { return b.X1 <= b.X0 || b.Y1 <= b.Y0 }
