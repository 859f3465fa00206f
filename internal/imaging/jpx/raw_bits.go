package jpx

// rawBits reads bits that are not in arithmetic code (T.800 D.6). Behind 0xFF it drops a stuffed
// bit. Behind the data it returns ones.
type rawBits struct {
	data []byte
	at   int
	last byte
	left int
}

func (r *rawBits) begin(data []byte) { *r = rawBits{data: data} }

func (r *rawBits) bit() uint64 {
	if r.left == 0 {
		r.left = 8
		if r.last == 0xFF {
			r.left = 7
		}
		r.last = 0xFF
		if r.at < len(r.data) {
			r.last = r.data[r.at]
			r.at++
		}
	}
	r.left--
	return uint64(r.last>>r.left) & 1
}
