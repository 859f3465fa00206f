package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/pagelift/pagelift/internal/limits"
)

// filter is one filter of a stream, with its parameters.
type filter struct {
	name  Name // in full, see fullFilterNames
	parms Dict
}

// decodeFunc appends to dst what src decodes to, at most room bytes. On damage,
// and when ctx ends, it returns what it got, and an error.
type decodeFunc func(ctx context.Context, dst, src []byte, parms parms, room int) ([]byte, error)

// decoderOf is the decoder of a filter; nil for image filters and unknown ones.
func decoderOf(name Name) decodeFunc {
	switch name {
	case "FlateDecode":
		return decodeFlate
	case "LZWDecode":
		return decodeLZW
	case "ASCII85Decode":
		return decodeASCII85
	case "ASCIIHexDecode":
		return decodeASCIIHex
	case "RunLengthDecode":
		return decodeRunLength
	case "Crypt": // done when the stream was read
		return decodeIdentity
	}
	return nil
}

func isImageFilter(name Name) bool {
	switch name {
	case "DCTDecode", "JPXDecode", "CCITTFaxDecode", "JBIG2Decode":
		return true
	}
	return false
}

// fullFilterName is the name in full of one abbreviated as in inline images
// (clause 8.9.7). Writers abbreviate everywhere.
func fullFilterName(n Name) Name {
	switch n {
	case "AHx":
		return "ASCIIHexDecode"
	case "A85":
		return "ASCII85Decode"
	case "LZW":
		return "LZWDecode"
	case "Fl", "Flate":
		return "FlateDecode"
	case "RL":
		return "RunLengthDecode"
	case "CCF":
		return "CCITTFaxDecode"
	case "DCT":
		return "DCTDecode"
	}
	return n
}

// errImageFilter: the data behind an image filter are samples, not bytes.
var errImageFilter = errors.New("image filter")

// resolver finds what a reference refers to.
type resolver func(Object) Object

// Decode runs the filters of s and returns what it holds, which must not be
// changed: without filters it is s.Raw itself. When the data is damaged it
// returns what could be decoded, with an error. An image filter (DCT, JPX,
// CCITT, JBIG2) ends the chain with an error: use DecodeUntilImage. When ctx ends,
// so does decoding, with the context's error.
func (d *Document) Decode(ctx context.Context, s *Stream) ([]byte, error) {
	return d.decodeBytes(ctx, nil, s)
}

// AppendDecoded is Decode into dst's spare capacity.
func (d *Document) AppendDecoded(ctx context.Context, dst []byte, s *Stream) ([]byte, error) {
	if dst == nil {
		dst = []byte{}
	}
	return d.decodeBytes(ctx, dst, s)
}

func (d *Document) decodeBytes(ctx context.Context, dst []byte, s *Stream) ([]byte, error) {
	data, image, err := d.decode(ctx, dst, s, d.Resolve)
	if image.name != "" && err == nil {
		err = fmt.Errorf("%s: %w", image.name, errImageFilter)
	}
	return data, err
}

// DecodeUntilImage runs the filters of s up to the first image filter, and
// returns that filter's name in full and its parameters; name "" when there is
// none. It serves inline images too: make a Stream of the dictionary and the
// data, and leave Ref zero.
func (d *Document) DecodeUntilImage(ctx context.Context, s *Stream) (data []byte, name Name, parms Dict, err error) {
	data, image, err := d.decode(ctx, nil, s, d.Resolve)
	return data, image.name, image.parms, err
}

// LastFilter is the full name of the filter that s was packed with first, before any
// other; "" when there is none. For images it tells what kind they are.
func (d *Document) LastFilter(s *Stream) Name {
	chain, _ := filtersOf(s, d.Resolve)
	if len(chain) == 0 {
		return ""
	}
	return chain[len(chain)-1].name
}

// decodeContainer decodes a stream that holds objects, into storage of just the
// size. References in its dictionary are followed to plain integers only, lest
// reading one object stream need another. Now and later it ends with the context of
// Open, because all who use the document share what it makes.
func (d *Document) decodeContainer(s *Stream) ([]byte, error) {
	if !s.Dict.Has("Filter") {
		return s.Raw, nil
	}
	buf := scratchPool.Get().(*[]byte)
	data, _, err := d.decode(d.ctx, (*buf)[:0], s, func(o Object) Object {
		if r, ok := o.(Ref); ok {
			if n, ok := d.plainInteger(r.Num); ok {
				return Integer(n)
			}
			return nil
		}
		return o
	})
	*buf = data
	data = bytes.Clone(data)
	releaseScratch(buf)
	return data, err
}

// decode appends the decoded data of s to dst; with a nil dst it may return the
// data itself. It stops at an image filter and returns that.
func (d *Document) decode(ctx context.Context, dst []byte, s *Stream, resolve resolver) ([]byte, filter, error) {
	chain, err := filtersOf(s, resolve)
	n := 0
	for n < len(chain) && decoderOf(chain[n].name) != nil {
		n++
	}
	var image filter
	if n < len(chain) {
		if isImageFilter(chain[n].name) {
			image = chain[n]
		} else if err == nil {
			err = fmt.Errorf("unknown filter %q", chain[n].name)
		}
	}
	out, runErr := runFilters(ctx, dst, s.Raw, chain[:n], resolve)
	if runErr != nil {
		err = runErr
	}
	return out, image, err
}

// scratchPool holds what one filter hands to the next, and what is not yet known
// to be of which size.
var scratchPool = sync.Pool{New: func() any { return &[]byte{} }}

// maxPooled is the largest buffer kept for reuse.
const maxPooled = 1 << 20

func releaseScratch(buf *[]byte) {
	if cap(*buf) <= maxPooled {
		scratchPool.Put(buf)
	}
}

// runFilters passes raw through the chain and appends the outcome to dst. When a
// filter fails, the ones behind it still get what it made.
func runFilters(ctx context.Context, dst, raw []byte, chain []filter, resolve resolver) (out []byte, err error) {
	if len(chain) == 0 {
		if dst == nil {
			return raw, nil
		}
		return append(dst, raw...), nil
	}
	room := decodedRoom(len(raw))
	for _, f := range chain[:len(chain)-1] {
		buf := scratchPool.Get().(*[]byte)
		defer releaseScratch(buf)
		var stepErr error
		raw, stepErr = runFilter(ctx, (*buf)[:0], raw, f, resolve, room)
		*buf = raw
		if stepErr != nil && err == nil {
			err = stepErr
		}
	}
	out, stepErr := runFilter(ctx, dst, raw, chain[len(chain)-1], resolve, room)
	if err == nil {
		err = stepErr
	}
	if ended := ctx.Err(); ended != nil {
		err = ended // whatever damage there was: what is missing may be sound
	}
	return out, err
}

func runFilter(ctx context.Context, dst, src []byte, f filter, resolve resolver, room int) ([]byte, error) {
	out, err := decoderOf(f.name)(ctx, dst, src, parms{f.parms, resolve}, room)
	if err != nil {
		err = fmt.Errorf("%s: %w", f.name, err)
	}
	return out, err
}

// decodedRoom is how much n encoded bytes may decode to.
func decodedRoom(n int) int {
	if n > limits.StreamBytes/limits.StreamRatio {
		return limits.StreamBytes
	}
	return max(limits.StreamSmall, n*limits.StreamRatio)
}

// parms are the decoding parameters of a filter.
type parms struct {
	dict    Dict
	resolve resolver
}

func (p parms) int(key Name, def int) int {
	switch n := p.resolve(p.dict.Raw(key)).(type) {
	case Integer:
		if n >= minInt && n <= maxInt {
			return int(n)
		}
	case Real:
		if n >= minInt && n <= maxInt {
			return int(n)
		}
	}
	return def
}

// filtersOf reads Filter and DecodeParms: one or an array, with nulls, and with
// their short keys when the stream is an inline image.
func filtersOf(s *Stream, resolve resolver) ([]filter, error) {
	names, parms := resolve(s.Dict.Raw("Filter")), resolve(s.Dict.Raw("DecodeParms"))
	if s.Ref == (Ref{}) {
		if names == nil {
			names = resolve(s.Dict.Raw("F"))
		}
		if parms == nil {
			parms = resolve(s.Dict.Raw("DP"))
		}
	}
	switch names := names.(type) {
	case nil:
		return nil, nil
	case Name:
		if a, ok := parms.(Array); ok && len(a) > 0 {
			parms = resolve(a[0])
		}
		dict, _ := parms.(Dict)
		return []filter{{fullFilterName(names), dict}}, nil
	case Array:
		return filterArray(names, parms, resolve)
	}
	return nil, fmt.Errorf("filter is a %T", names)
}

func filterArray(names Array, parms Object, resolve resolver) (chain []filter, err error) {
	if len(names) > limits.FilterChain {
		return nil, fmt.Errorf("%d filters: %w", len(names), ErrLimit)
	}
	for i, o := range names {
		var f filter
		switch o := resolve(o).(type) {
		case Name:
			f.name = fullFilterName(o)
		case nil:
			continue
		default:
			return chain, fmt.Errorf("filter is a %T", o)
		}
		switch p := parms.(type) {
		case Array:
			if i < len(p) {
				f.parms, _ = resolve(p[i]).(Dict)
			}
		case Dict: // writers forget the array
			if len(names) == 1 || f.name == "FlateDecode" || f.name == "LZWDecode" {
				f.parms = p
			}
		}
		chain = append(chain, f)
	}
	return chain, nil
}
