package pdf

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"github.com/pagelift/pagelift/internal/limits"
)

// readSecond opens the document with pdfcpu, which can repair some files that this package cannot.
// It converts all objects at once, because pdfcpu changes its tables while it reads them.
func (o *opener) readSecond() (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%w: second reader failed: %v", ErrInvalid, v)
		}
	}()
	if len(o.data) > limits.SecondReaderBytes {
		return fmt.Errorf("%w: too large for the second reader", ErrInvalid)
	}
	// A literal is used because the default configuration writes into the home directory of the user.
	ctx, err := pdfcpu.ReadWithContext(o.ctx, bytes.NewReader(o.data), &model.Configuration{
		Reader15:       true,
		ValidationMode: model.ValidationRelaxed,
		Limits:         secondLimits(),
		Offline:        true,
		UserPW:         o.password,
		OwnerPW:        o.password,
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInvalid, err)
	}
	x := newXref(0)
	x.made = make(map[int]Object, len(ctx.Table))
	for num := range ctx.Table {
		if obj, err := ctx.Dereference(*types.NewIndirectRef(num, 0)); err == nil && obj != nil {
			x.made[num] = convert(obj, num, 0)
			x.put(num, xrefEntry{kind: made})
		}
	}
	if ctx.Root != nil {
		x.trailer.set("Root", convert(*ctx.Root, 0, 0))
	}
	if ctx.Info != nil {
		x.trailer.set("Info", convert(*ctx.Info, 0, 0))
	}
	if err := o.useXref(x); err != nil {
		return err
	}
	o.report(Damage{Code: DamageXref, Detail: "only the second reader could open the file"})
	return nil
}

// secondLimits returns limits of pdfcpu that correspond to those of this package.
func secondLimits() model.ResourceLimits {
	l := model.DefaultResourceLimits()
	l.MaxStreamBytes = limits.StreamBytes
	l.MaxDecodeBytes = limits.StreamBytes
	l.MaxObjectCount = limits.SecondReaderObjects
	l.MaxXRefEntries = limits.SecondReaderObjects
	l.MaxRecursionDepth = limits.Depth
	return l
}

// convert converts an object of pdfcpu. num is the number of the indirect object to which it belongs.
func convert(o types.Object, num, depth int) Object {
	if depth > limits.Depth {
		return nil
	}
	switch o := o.(type) {
	case types.Boolean:
		return Boolean(o)
	case types.Integer:
		return Integer(o)
	case types.Float:
		return Real(o)
	case types.Name:
		return Name(o)
	case types.StringLiteral:
		if b, err := types.Unescape(o.Value()); err == nil {
			return String(b)
		}
	case types.HexLiteral:
		if b, err := o.Bytes(); err == nil {
			return String(b)
		}
	case types.IndirectRef:
		return Ref{Num: o.ObjectNumber.Value(), Gen: o.GenerationNumber.Value()}
	case types.Array:
		out := make(Array, len(o))
		for i, e := range o {
			out[i] = convert(e, num, depth+1)
		}
		return out
	case types.Dict:
		return convertDict(o, num, depth)
	case types.StreamDict:
		return &Stream{Dict: convertDict(o.Dict, num, depth), Raw: o.Raw, Ref: Ref{Num: num}}
	}
	return nil
}

// convertDict sorts keys, because pdfcpu loses their order in the file.
func convertDict(dict types.Dict, num, depth int) Dict {
	keys := make([]string, 0, len(dict))
	for key := range dict {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	var out Dict
	for _, key := range keys {
		if v := convert(dict[key], num, depth+1); v != nil {
			out.set(Name(key), v)
		}
	}
	return out
}
