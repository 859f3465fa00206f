package a11y

const (
	// maxBytes is the largest document checked unless the caller says otherwise:
	// a book of 10,000 pages has some 50 MB of HTML.
	maxBytes = 256 << 20

	// maxElements bounds the elements of a document unless the caller says
	// otherwise. They take 28 bytes each; the same book has 2 million.
	maxElements = 8 << 20

	// maxFindings is how many nodes a result lists unless the caller says
	// otherwise: more than a person reads. Its count stays exact.
	maxFindings = 50
)

// orDefault is n, or the standard value when n is not set.
func orDefault(n, standard int) int {
	if n <= 0 {
		return standard
	}
	return n
}
