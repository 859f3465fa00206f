package mq

// transition is a row of the table of estimates, for one value of the more probable symbol.
type transition struct {
	qe       int64 // in the unit of Decoder.Room
	mps, lps State // the next states, after the more and the less probable symbol
}

// transitions is the table of estimates by state (T.88 table E.1, T.800 table C.2). It has 47 rows.
// The rest is there so that no index needs a check.
var transitions = func() (t [256]transition) {
	rows := [...]struct {
		qe         int64
		mps, lps   uint8
		switchOver bool // the less probable symbol exchanges the two
	}{
		{0x5601, 1, 1, true}, {0x3401, 2, 6, false}, {0x1801, 3, 9, false}, {0x0AC1, 4, 12, false},
		{0x0521, 5, 29, false}, {0x0221, 38, 33, false}, {0x5601, 7, 6, true}, {0x5401, 8, 14, false},
		{0x4801, 9, 14, false}, {0x3801, 10, 14, false}, {0x3001, 11, 17, false}, {0x2401, 12, 18, false},
		{0x1C01, 13, 20, false}, {0x1601, 29, 21, false}, {0x5601, 15, 14, true}, {0x5401, 16, 14, false},
		{0x5101, 17, 15, false}, {0x4801, 18, 16, false}, {0x3801, 19, 17, false}, {0x3401, 20, 18, false},
		{0x3001, 21, 19, false}, {0x2801, 22, 19, false}, {0x2401, 23, 20, false}, {0x2201, 24, 21, false},
		{0x1C01, 25, 22, false}, {0x1801, 26, 23, false}, {0x1601, 27, 24, false}, {0x1401, 28, 25, false},
		{0x1201, 29, 26, false}, {0x1101, 30, 27, false}, {0x0AC1, 31, 28, false}, {0x09C1, 32, 29, false},
		{0x08A1, 33, 30, false}, {0x0521, 34, 31, false}, {0x0441, 35, 32, false}, {0x02A1, 36, 33, false},
		{0x0221, 37, 34, false}, {0x0141, 38, 35, false}, {0x0111, 39, 36, false}, {0x0085, 40, 37, false},
		{0x0049, 41, 38, false}, {0x0025, 42, 39, false}, {0x0015, 43, 40, false}, {0x0009, 44, 41, false},
		{0x0005, 45, 42, false}, {0x0001, 45, 43, false}, {0x5601, 46, 46, false},
	}
	for i, r := range rows {
		for mps := range uint8(2) {
			lps := mps
			if r.switchOver {
				lps = 1 - mps
			}
			t[2*i+int(mps)] = transition{r.qe << 16, State(r.mps<<1 | mps), State(r.lps<<1 | lps)}
		}
	}
	return t
}()
