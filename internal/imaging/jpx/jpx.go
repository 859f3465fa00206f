// Package jpx decodes JPEG 2000 images by ITU-T T.800 | ISO/IEC 15444-1: files of the
// JP2 family and bare codestreams, as they are embedded in PDF (ISO 32000-2, 7.4.9).
// All of part 1 is read: both wavelets, every progression and coding style, tiles,
// regions of interest, packed headers, subsampled components, palettes and the
// meaning of channels. What a colour is, is the caller's: samples are handed on as they
// are, with the name or the profile of their colour space.
//
// An image is decoded a tile at a time, so that only the coefficients of one tile are
// in memory, and to a half, a quarter, ... of its size where it is larger than it may be.
//
// Names in capitals in the comments (SIZ, Psot) are those of the standard, as are all
// clause, table and annex numbers.
package jpx

import (
	"context"
	"errors"
	"fmt"
)

var (
	// ErrDamaged: the data breaks the standard or ends early. The image that comes with
	// it has what could be decoded.
	ErrDamaged = errors.New("damaged JPEG 2000 data")

	// ErrUnsupported: the data asks for what is not decoded: samples of more than 16
	// bits, or parts of the standard beyond the first.
	ErrUnsupported = errors.New("unsupported JPEG 2000 data")

	// ErrTooLarge: the image has more pixels than limits.JPXPixels, or than its data
	// can be worth, at every size that it can be decoded at; or it takes more work than
	// its data justifies.
	ErrTooLarge = errors.New("JPEG 2000 image too large")
)

// errShort: there is less data than there should be.
var errShort = fmt.Errorf("data ends early: %w", ErrDamaged)

// File is JPEG 2000 data whose headers have been read. Nothing in it may be changed; it
// can be used by several goroutines.
type File struct {
	// Width and Height are the size of the whole image, in samples of its finest
	// component.
	Width, Height int

	// Components is how many components the codestream has; those of a palette are
	// not counted.
	Components int

	// Depth is the bits of a sample of the first component, 1 to 16.
	Depth int

	// CoarseChroma is set where there are three components, and the last two have
	// fewer samples: nobody does so to anything but luma and chroma.
	CoarseChroma bool

	// Color is what the file says of its colours; the zero value of a codestream.
	Color Color

	// Palette has the colours that samples stand for; nil where they are colours
	// themselves.
	Palette *Palette

	main     codestream
	boxes    boxes
	channels []channel
}

// Options say what of a file is wanted. The zero value wants all.
type Options struct {
	// Indexes leaves the palette aside: samples are as the codestream has them.
	Indexes bool

	// Missing is the byte that stands in tiles without any data.
	Missing byte

	// Pixels is how many pixels suffice: the image is halved for as long as it has at
	// least as many. 0 stands for all that there are.
	Pixels int
}

// Image is a decoded image.
type Image struct {
	// Width and Height are those of the file, or a half, a quarter, ... of it, rounded
	// up.
	Width, Height int

	// Channels are the samples of a pixel, in their order in Pix: the colours, as they
	// stand in a colour space, then whatever else there is.
	Channels []Channel

	// Pix has the samples of all channels, pixel by pixel, row by row. They are of one
	// byte, or of two with the higher one first where Wide is set. Signed samples are
	// raised by half of their range.
	Pix  []byte
	Wide bool
}

// Channel is a plane of samples of an image.
type Channel struct {
	Depth int // bits of a sample, 1 to 16
	Kind  ChannelKind
}

// ChannelKind is what a channel is for.
type ChannelKind int

// Kinds of channels (table I.16). What nothing is said about is a colour.
const (
	Colour ChannelKind = iota
	Opacity
	Premultiplied // opacity, by which the colours have been multiplied
	Unspecified
)

// Parse reads the headers of data, which it keeps. Its errors are those of this package.
func Parse(data []byte) (*File, error) {
	f := &File{}
	stream, err := f.boxes.read(data)
	if err != nil {
		return nil, err
	}
	if err := f.main.read(stream); err != nil {
		return nil, err
	}
	s := &f.main.size
	grid := s.grid(0)
	f.Width, f.Height = grid.width(), grid.height()
	f.Components, f.Depth = len(s.components), s.components[0].depth
	f.CoarseChroma = len(s.components) == 3 && s.components[0].step == s.fine &&
		s.components[1].step.x > s.fine.x && s.components[2].step.x > s.fine.x
	f.Color = f.boxes.color
	f.Palette = f.boxes.palette
	f.channels = f.boxes.channelsOf(s)
	return f, nil
}

// Decode decodes the image. With ErrDamaged and ErrUnsupported comes what could be
// decoded, if anything; any other error than those of this package is that of ctx.
func (f *File) Decode(ctx context.Context, o Options) (*Image, error) {
	d, err := f.newDecoder(ctx, o)
	if err != nil {
		return nil, err
	}
	err = d.run()
	if ended := ctx.Err(); ended != nil {
		return nil, ended
	}
	if !d.drawn {
		return nil, errors.Join(err, errShort)
	}
	return d.image, err
}
