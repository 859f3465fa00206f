package css

// A medium is the screen that styles are computed for.
type medium struct {
	width, height float64 // CSS pixels
}

// screen is the window that automatic checks usually have: 1280 by 800, a light scheme, a mouse.
var screen = medium{1280, 800}

// turned returns the screen rotated by a right angle.
func (m medium) turned() medium { return medium{m.height, m.width} }

// orientation returns the value of the media feature orientation.
func (m medium) orientation() string {
	if m.height >= m.width {
		return "portrait"
	}
	return "landscape"
}
