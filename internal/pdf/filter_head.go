package pdf

import "context"

// DecodeHead returns the first n bytes of the decoded data of s, or fewer. It ignores damage, which
// Decode reports.
func (d *Document) DecodeHead(ctx context.Context, s *Stream, n int) []byte {
	chain, _ := filtersOf(s, d.Resolve)
	if len(chain) == 1 && chain[0].name == "FlateDecode" {
		head, _ := runFilter(ctx, nil, s.Raw, chain[0], d.Resolve, min(n, decodedRoom(len(s.Raw))))
		return head
	}
	data, _ := d.Decode(ctx, s)
	return data[:min(n, len(data))]
}
