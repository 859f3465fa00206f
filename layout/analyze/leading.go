package analyze

import "slices"

// leading is the usual distance between lines of one size in a leaf (pitch), and the smallest distance
// that several of them have (tight).
type leading struct {
	size, pitch, tight float32
}

// pitchSample is the distance between two neighbouring lines of one size.
type pitchSample struct{ size, pitch float32 }

// findLeadings finds the usual pitch of each size: the most frequent one, the smaller of two equally
// frequent. A column may have text of several sizes, each with its own leading:
//
//	text of 10 points
//	text of 10 points      12 lower
//	text of 10 points      12 lower
//
//	text of 10 points      20 lower      the pitch is 12
func (bf *blockFinder) findLeadings() {
	bf.s.leadings = bf.s.leadings[:0] // sameSize asks for the pitch: none is known yet
	samples := bf.s.samples[:0]
	for i := 1; i < len(bf.lines); i++ {
		a, b := &bf.lines[i-1], &bf.lines[i]
		if d := b.v - a.v; bf.sameSize(a, b) && d > b.size/2 && d <= blockFar*b.size {
			samples = append(samples, pitchSample{b.size, d})
		}
	}
	bf.s.samples = samples
	slices.SortFunc(samples, func(a, b pitchSample) int { return compare(a.size, b.size) })
	for at := 0; at < len(samples); {
		end := at
		for end < len(samples) && samples[end].size < samples[at].size*blockSize {
			end++
		}
		slices.SortFunc(samples[at:end], func(a, b pitchSample) int { return compare(a.pitch, b.pitch) })
		pitch, tight := usual(samples[at:end])
		bf.s.leadings = append(bf.s.leadings, leading{samples[at].size, pitch, tight})
		at = end
	}
}

// usual returns the most frequent pitch among samples of one size, and the smallest one that is no
// exception. The samples are sorted by pitch.
func usual(samples []pitchSample) (pitch, tight float32) {
	best, most := float32(0), 0
	for at := 0; at < len(samples); {
		end := at
		for end < len(samples) && samples[end].pitch <= samples[at].pitch*blockSize {
			end++
		}
		if tight == 0 && end-at >= fewSamples {
			tight = samples[(at+end-1)/2].pitch
		}
		if end-at > most {
			best, most = samples[(at+end-1)/2].pitch, end-at
		}
		at = end
	}
	if most < fewSamples && best > looseLeading*samples[0].size {
		best = tightLeading * samples[0].size
	}
	if tight == 0 {
		tight = best
	}
	return best, tight
}

// pitchOf returns the usual pitch of lines as large as l.
func (bf *blockFinder) pitchOf(l *line) float32 { return bf.leadingOf(l).pitch }

// tightest returns the smallest pitch that several lines as large as l have.
func (bf *blockFinder) tightest(l *line) float32 { return bf.leadingOf(l).tight }

func (bf *blockFinder) leadingOf(l *line) leading {
	for _, k := range bf.s.leadings {
		if l.size < k.size*blockSize && k.size < l.size*blockSize {
			return k
		}
	}
	return leading{l.size, tightLeading * l.size, tightLeading * l.size}
}
