package client

import "time"

// Caps on what a service may answer. The one that is asked may be another than the
// one that was meant.
const (
	// maxAnswer is the largest JSON answer read, in bytes: the HTML of the longest
	// documents that are known has 60 MB, and images in it 11 MB.
	maxAnswer = 256 << 20

	// maxErrorAnswer is how much of an error is read. Those of the service have less
	// than 1 KiB, the error pages of proxies a few.
	maxErrorAnswer = 64 << 10

	// maxMessage is how much of an error's message is kept, in bytes; maxWord bounds
	// codes and request ids, which the service keeps below 128 characters.
	maxMessage = 2000
	maxWord    = 128

	// maxDrain is how much of an answer that nobody wants is read so that its
	// connection can be used again.
	maxDrain = 64 << 10

	// longPoll is how long the service may keep a question about a conversion. It takes
	// up to 60 s, but proxies give up after 60 or 30.
	longPoll = 25 * time.Second

	// pollPause lies between questions that were answered at once with nothing new. It
	// doubles up to maxPollPause, which leaves room in the ten requests a minute of
	// the smallest plan.
	pollPause    = time.Second
	maxPollPause = 10 * time.Second

	// idempotentWait is how long the answer to an earlier attempt is waited for: the
	// service answers a conversion in a minute, with a record if it has no result.
	idempotentWait = 90 * time.Second

	// bodyClose is how long a request's body may stay open after its answer before it
	// is taken as lost.
	bodyClose = 10 * time.Second

	// archiveBytes and archiveFiles are what an archive may hold: that of the largest
	// batch, with 16 MiB and 100 files for each of its 1000 documents.
	archiveBytes = 16 << 30
	archiveFiles = 100_000

	// archiveRatio bounds what an archive holds by its own size, from archiveSmall
	// bytes on. HTML of tables has 30 to 50; deflate cannot exceed 1032.
	archiveRatio = 200
	archiveSmall = 64 << 20
)
