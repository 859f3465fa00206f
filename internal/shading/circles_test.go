package shading_test

import (
	"image"
	"testing"
)

const redToBlue = " /Function << /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>"

func TestCircles(t *testing.T) {
	t.Parallel()
	const apart = "/ShadingType 3 /ColorSpace /DeviceRGB /Coords [10 20 2 30 20 8]" + redToBlue
	for name, tc := range map[string]struct {
		dict string
		want map[image.Point]string
	}{
		"the later cover the earlier": {apart, map[image.Point]string{
			at(8, 19): red, at(10, 19): "\xd0\x00\x30", at(36, 19): "\x0f\x00\xf0", at(2, 2): "", at(2, 19): "", at(39, 19): "",
		}},
		"they go on behind the last": {apart + " /Extend [false true]", map[image.Point]string{at(39, 19): blue, at(30, 19): blue, at(2, 19): ""}},
		"they go on before the first, to a point": {apart + " /Extend [true false]", map[image.Point]string{
			at(7, 19): red, at(5, 19): red, at(2, 19): "",
		}},
		"one inside the other":      {"/ShadingType 3 /ColorSpace /DeviceRGB /Coords [20 20 0 20 20 20]" + redToBlue, map[image.Point]string{at(20, 20): red, at(30, 20): "\x80\x00\x80", at(0, 0): ""}},
		"of one size, side by side": {"/ShadingType 3 /ColorSpace /DeviceRGB /Coords [10 20 5 30 20 5]" + redToBlue, map[image.Point]string{at(5, 19): red, at(34, 19): blue, at(20, 10): ""}},
		"with a domain":             {apart + " /Domain [1 1]", map[image.Point]string{at(8, 19): blue}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			looks(t, draw(t, tc.dict, ""), tc.want)
		})
	}
}
