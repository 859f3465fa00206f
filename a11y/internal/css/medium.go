package css

// A medium is the screen that styles are computed for.
type medium struct {
	width, height float64 // CSS pixels
}

// screen is the window of common automatic checks: 1280 by 800, a light scheme, a mouse.
var screen = medium{1280, 800}

// turned returns the screen held the other way.
func (m medium) turned() medium { return medium{m.height, m.width} }

// orientation is as the media feature of the name says.
func (m medium) orientation() string {
	if m.height >= m.width {
		return "portrait"
	}
	return "landscape"
}
