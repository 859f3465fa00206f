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
	name  Name // the full name, see fullFilterName
	parms Dict
}

// decodeFunc decodes src and appends the result to dst, at most room bytes. On damage, and when ctx
// ends, it returns what it has decoded, and an error.
type decodeFunc func(ctx context.Context, dst, src []byte, parms parms, room int) ([]byte, error)

// decoderOf returns the decoder of a filter, or nil for image filters and unknown ones.
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
	case "Crypt": // it was decrypted when the stream was read
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

// fullFilterName returns the full name of a filter that may be abbreviated as in inline images
// (clause 8.9.7). Some writers abbreviate everywhere.
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

// errImageFilter means that an image filter follows, whose data are samples and not bytes.
var errImageFilter = errors.New("image filter")

// resolver returns the object to which a reference refers.
type resolver func(Object) Object

// Decode runs the filters of s and returns the decoded data. The data must not be changed: without
// filters it is s.Raw itself. If the stream is damaged, Decode returns what could be decoded, and
// an error. An image filter (DCT, JPX, CCITT, JBIG2) ends the chain with an error: use
// DecodeUntilImage. When ctx ends, Decode returns the context's error.
func (d *Document) Decode(ctx context.Context, s *Stream) ([]byte, error) {
	return d.decodeBytes(ctx, nil, s)
}

// AppendDecoded is Decode, but appends to dst and uses its spare capacity.
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

// DecodeUntilImage runs the filters of s up to the first image filter. It returns the full name and
// the parameters of that filter; name is "" when there is none. For an inline image make a Stream
// of its dictionary and data, and leave Ref zero.
func (d *Document) DecodeUntilImage(ctx context.Context, s *Stream) (data []byte, name Name, parms Dict, err error) {
	data, image, err := d.decode(ctx, nil, s, d.Resolve)
	return data, image.name, image.parms, err
}

// LastFilter returns the full name of the filter that the writer applied first, before any other,
// or "" when there is none. It tells the kind of an image.
func (d *Document) LastFilter(s *Stream) Name {
	chain, _ := filtersOf(s, d.Resolve)
	if len(chain) == 0 {
		return ""
	}
	return chain[len(chain)-1].name
}

// decodeContainer decodes a stream that holds objects, into storage of exactly the right size. It follows
// references in the dictionary to plain integers only, so that reading one object stream never needs
// another. It is bounded by the context of Open, since all users of the document share the result.
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

// decode decodes s and appends the data to dst. If dst is nil, it may return the data itself. It
// stops at an image filter and returns that filter.
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

// scratchPool has buffers for the data between two filters, and for data of yet unknown size.
var scratchPool = sync.Pool{New: func() any { return &[]byte{} }}

// maxPooled is the size of the largest buffer that is kept for reuse.
const maxPooled = 1 << 20

func releaseScratch(buf *[]byte) {
	if cap(*buf) <= maxPooled {
		scratchPool.Put(buf)
	}
}

// runFilters passes raw through the chain and appends the result to dst. If a filter fails, the
// filters behind it still get what it produced.
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
		err = ended // not the damage: the missing data may be sound
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

// decodedRoom returns the most bytes to which n encoded bytes may decode.
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

// filtersOf reads Filter and DecodeParms. Each may be one object or an array, and arrays may have
// nulls. Inline images have short keys.
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
		case Dict: // some writers omit the array
			if len(names) == 1 || f.name == "FlateDecode" || f.name == "LZWDecode" {
				f.parms = p
			}
		}
		chain = append(chain, f)
	}
	return chain, nil
}
