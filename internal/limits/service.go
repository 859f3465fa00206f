package limits

// What the service takes from its clients.
const (
	// DraftedHTML is how large a result may be of which corrections are drafted: its tree takes ten times as much memory, in the
	// process of the service. 500 pages of text with their pictures have less.
	DraftedHTML = 16 << 20

	// ACRDocuments is how many documents of a folder one conformance report is about: a site of a public body has some thousands,
	// and a folder that was meant otherwise, such as a disk, has more.
	ACRDocuments = 100_000

	// JSONBody is the largest JSON body of a request. The largest that means something, a
	// batch of 1000 addresses of 2048 characters, would need 2 MB; those of practice stay
	// far below one.
	JSONBody = 1 << 20

	// FormFields is the most parts of a multipart body beside documents: the interface has
	// fifteen names.
	FormFields = 40

	// FormValue is the longest value of an ordinary field: an address has 2048 bytes.
	FormValue = 8 << 10

	// PartHeader is the largest header of a part of a multipart body: as large as that of a
	// request. Browsers send some 200 bytes and the file's name.
	PartHeader = 16 << 10

	// FormOverhead is what a multipart body may have beyond its document: fields,
	// headers and boundaries.
	FormOverhead = 1 << 20

	// ShownForm is how much of a form of a result a page shows, bytes: a browser lays out as much
	// in an instant, and nobody reads more there.
	ShownForm = 256 << 10

	// BatchFiles is the most documents that one request uploads: they come one after the
	// other, and a connection that breaks loses all.
	BatchFiles = 100

	// BatchURLs is the most members of a batch that are fetched.
	BatchURLs = 1000

	// BatchCorrections is how many bytes of corrections a batch may have, those of all counted for each member: they are stored in
	// one transaction. A hundred reports of some hundred pages have as much.
	BatchCorrections = 16 << 20

	// BatchOverhead is FormOverhead for a batch: a thousand addresses of 2048 bytes with
	// the headers of their parts.
	BatchOverhead = 4 << 20
)
