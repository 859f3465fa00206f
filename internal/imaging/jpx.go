package imaging

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"slices"

	"github.com/pagelift/pagelift/internal/imaging/jpx"
	"github.com/pagelift/pagelift/internal/limits"
)

// jpx decodes JPEG 2000 data (clause 7.4.9). The colour space of the dictionary overrides that of
// the data. The opacity in the data is used only if the dictionary says so.
func (h *header) jpx(ctx context.Context, data []byte) (*samples, error) {
	f, err := jpx.Parse(data)
	if err != nil {
		return nil, jpxError(err)
	}
	o := jpx.Options{Indexes: h.wantsIndexes(f), Missing: 0xFF}
	if h.jpxColors(f, f.Components) == 4 {
		o.Missing = 0 // no ink
	}
	img, err := f.Decode(ctx, o)
	if img == nil {
		return nil, jpxError(err)
	}
	narrow(img, o.Indexes)
	channels := len(img.Channels)
	s := &samples{width: img.Width, height: img.Height, bits: 8}
	s.components = min(h.jpxColors(f, colorsOfChannels(img.Channels)), channels)
	if s.components >= 3 && !o.Indexes && (f.Color.Space == jpx.SpaceYCC || f.CoarseChroma) {
		colorsOfYCC(img)
	}
	s.packed(img.Pix, img.Width*channels, channels)
	s.space = h.jpxSpace(f, s.components)
	if opacity := s.components; h.opacity != opacityIgnored && opacity < channels {
		s.opacity = s.channelAlpha(opacity)
		if h.opacity == opacityPremultiplied {
			s.opacity.matte = matteOf(h.spaceOf(s), nil)
		}
	}
	return s, err // any such error counts as damage, since the image is there
}

// jpxError returns err as an error of this package.
func jpxError(err error) error {
	switch {
	case errors.Is(err, jpx.ErrTooLarge):
		return fmt.Errorf("%w: %w", ErrTooLarge, err)
	case errors.Is(err, jpx.ErrUnsupported):
		return fmt.Errorf("%w: %w", ErrUnsupported, err)
	case errors.Is(err, jpx.ErrDamaged):
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return err
}

// wantsIndexes reports whether the samples stay indexes although the file has a palette. That is so
// if the dictionary has a palette itself, or expects a single component.
func (h *header) wantsIndexes(f *jpx.File) bool {
	if h.space == nil {
		return false
	}
	return h.space.Family == "Indexed" || (f.Palette != nil && h.space.Components == f.Components && f.Components != f.Palette.Columns)
}

// jpxColors returns how many of the channels are colours, as the dictionary says, or else the file.
// If neither says so, the last channel is opacity, unless there are four channels, which are inks.
func (h *header) jpxColors(f *jpx.File, channels int) int {
	want := channels
	switch {
	case h.space != nil:
		want = h.space.Components
	case f.Color.Space == jpx.SpaceRGB, f.Color.Space == jpx.SpaceYCC, f.Color.Space == jpx.SpaceLab:
		want = 3
	case f.Color.Space == jpx.SpaceGray:
		want = 1
	case f.Color.Space == jpx.SpaceCMYK:
		want = 4
	case f.Color.Profile != nil:
		want = profileComponents(f.Color.Profile)
	}
	if want > 0 && want <= channels {
		return want
	}
	switch channels {
	case 1, 3, 4:
		return channels
	case 2:
		return 1
	}
	return min(channels, 4)
}

// colorsOfChannels returns how many of the channels are colours. Colours come first.
func colorsOfChannels(channels []jpx.Channel) int {
	n := 0
	for n < len(channels) && channels[n].Kind == jpx.Colour {
		n++
	}
	return max(n, 1)
}

// jpxSpace returns the colour space that the file names, or nil when that is a device space.
func (h *header) jpxSpace(f *jpx.File, components int) *ColorSpace {
	icc := f.Color.Profile
	switch {
	case h.space != nil:
	case f.Color.Space == jpx.SpaceLab && components == 3:
		return newLab(d50, jpxLabRange)
	case icc != nil && len(icc) <= limits.ProfileBytes:
		if m := readProfile(icc, components); m != nil {
			return &ColorSpace{Family: "ICCBased", Components: components, model: m.simplest(components)}
		}
	}
	return nil
}

// jpxLabRange is the default range of a* and b* in 8 bits (ITU-T T.801 clause M.11.7.4): 170 and
// 200 values. The samples 128 and 96 are 0.
var jpxLabRange = []float64{-128 * 170 / 255.0, 127 * 170 / 255.0, -96 * 200 / 255.0, 159 * 200 / 255.0}

// narrow converts all samples to a byte. It does not change indexes.
func narrow(img *jpx.Image, indexes bool) {
	n := len(img.Channels)
	bytes := !slices.ContainsFunc(img.Channels, func(c jpx.Channel) bool { return c.Depth != 8 })
	if bytes || (indexes && !img.Wide) {
		return
	}
	for i := range img.Width * img.Height * n {
		v := int(img.Pix[i])
		if img.Wide {
			v = int(img.Pix[2*i])<<8 | int(img.Pix[2*i+1])
		}
		if indexes {
			v = min(v, maxIndex)
		} else {
			v = byteOfDepth(v, img.Channels[i%n].Depth)
		}
		img.Pix[i] = byte(v)
	}
	img.Pix = img.Pix[:img.Width*img.Height*n]
}

// byteOfDepth converts a sample to a byte. It returns the upper part of a sample of more than 8
// bits, and spreads one of fewer bits.
func byteOfDepth(v, depth int) int {
	if depth > 8 {
		return v >> (depth - 8)
	}
	top := 1<<depth - 1
	return (min(v, top)*255 + top/2) / top
}

// colorsOfYCC converts luma and chroma to colours.
func colorsOfYCC(img *jpx.Image) {
	for at := 0; at+3 <= len(img.Pix); at += len(img.Channels) {
		d := img.Pix[at : at+3 : at+3]
		d[0], d[1], d[2] = color.YCbCrToRGB(d[0], d[1], d[2])
	}
}

// channelAlpha returns channel k as alpha. All channels have one byte.
func (s *samples) channelAlpha(k int) *alpha {
	a := &alpha{width: s.width, height: s.height, pix: make([]byte, s.width*s.height), smooth: true}
	for i := range a.pix {
		a.pix[i] = s.data[i*s.step+k]
	}
	return a
}
