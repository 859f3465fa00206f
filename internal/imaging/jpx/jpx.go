// Package jpx decodes JPEG 2000 images by ITU-T T.800 | ISO/IEC 15444-1 in the forms in which PDF
// embeds them (ISO 32000-2, 7.4.9): files of the JP2 family, and bare codestreams. It reads all of
// part 1: both wavelets, every progression and coding style, tiles, regions of interest, packed
// headers, subsampled components, palettes and the meaning of channels. It does not convert
// colours: it returns samples together with the name or the profile of their colour space.
//
// An image is decoded a tile at a time, so that only the coefficients of one tile are in memory. If
// it is larger than it may be, it is decoded to a half, a quarter and so on of its size.
//
// Names in capitals in the comments (SIZ, Psot) and all clause, table and annex numbers are those
// of the standard.
package jpx

import (
	"context"
	"errors"
	"fmt"
)

var (
	// ErrDamaged means that the data breaks the standard or ends early. The image that comes with
	// it has what could be decoded.
	ErrDamaged = errors.New("damaged JPEG 2000 data")

	// ErrUnsupported means that the data has something that is not decoded: samples of more than 16
	// bits, or parts of the standard beyond the first.
	ErrUnsupported = errors.New("unsupported JPEG 2000 data")

	// ErrTooLarge means that the image is too large at every size to which it can be decoded: it
	// has more pixels than limits.JPXPixels, or than so little data can hold. It also means that
	// the image takes more work than its data justifies.
	ErrTooLarge = errors.New("JPEG 2000 image too large")
)

// errShort means that the data ends early.
var errShort = fmt.Errorf("data ends early: %w", ErrDamaged)

// File is JPEG 2000 data whose headers were read. Nothing in it may be changed. Several goroutines may use it.
type File struct {
	// Width and Height are the size of the whole image, in samples of its finest
	// component.
	Width, Height int

	// Components is the number of components of the codestream. The columns of a palette do not count.
	Components int

	// Depth is the number of bits of a sample of the first component, 1 to 16.
	Depth int

	// CoarseChroma is set if there are three components, of which the last two have fewer samples.
	// Only luma and chroma are stored in this way.
	CoarseChroma bool

	// Color is the colour specification of the file. A codestream has the zero value.
	Color Color

	// Palette has the colours for which samples stand. It is nil if samples are colours themselves.
	Palette *Palette

	main     codestream
	boxes    boxes
	channels []channel
}

// Options select what is decoded. The zero value selects all.
type Options struct {
	// Indexes ignores the palette: samples are those of the codestream.
	Indexes bool

	// Missing is the value of bytes in tiles without data.
	Missing byte

	// Pixels is the number of pixels that suffice. The image is halved as long as it keeps at least
	// as many. 0 means all pixels.
	Pixels int
}

// Image is a decoded image.
type Image struct {
	// Width and Height are those of the file, or a half, a quarter and so on of them, rounded up.
	Width, Height int

	// Channels are the samples of a pixel in the order of Pix: the colours in the order of their
	// colour space, then all others.
	Channels []Channel

	// Pix has the samples of all channels, pixel by pixel, row by row. A sample has one byte, or two
	// with the higher one first if Wide is set. Signed samples are raised by half of their range.
	Pix  []byte
	Wide bool
}

// Channel is a plane of samples of an image.
type Channel struct {
	Depth int // bits of a sample, 1 to 16
	Kind  ChannelKind
}

// ChannelKind is the purpose of a channel.
type ChannelKind int

// Kinds of channels (table I.16). A channel is a colour unless the file says otherwise.
const (
	Colour ChannelKind = iota
	Opacity
	Premultiplied // opacity by which the colours were multiplied
	Unspecified
)

// Parse reads the headers of data, and keeps data. Its errors are those of this package.
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

// Decode decodes the image. With ErrDamaged and ErrUnsupported it returns what it could decode, if
// anything. Any error that is not of this package is that of ctx.
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
