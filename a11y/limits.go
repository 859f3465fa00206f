package a11y

const (
	// maxBytes is the largest document checked unless the caller says otherwise:
	// a book of 10,000 pages has some 50 MB of HTML.
	maxBytes = 256 << 20

	// maxElements bounds the elements of a document unless the caller says
	// otherwise. They take 28 bytes each; the same book has 2 million.
	maxElements = 8 << 20

	// maxDepth is where golang.org/x/net/html gives up; the scan keeps to it.
	maxDepth = 512

	// maxFindings is how many nodes a result lists unless the caller says
	// otherwise: more than a person reads. Its count stays exact.
	maxFindings = 50

	// maxSnippet bounds the HTML of a finding, in bytes.
	maxSnippet = 240

	// maxName bounds a computed name, in bytes: nothing reads longer names aloud,
	// and an element that refers to another many times must not multiply it.
	maxName = 4096

	// nameWork bounds the elements visited for the names of one document, as a
	// multiple of its elements: references may make every name walk all of it. A
	// form of 1,100 elements takes 0.27 of one.
	nameWork = 64

	// maxSiblings bounds the search for the place of an element among its siblings
	// in a selector.
	maxSiblings = 20_000
)
