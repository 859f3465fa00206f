package client

import "time"

// Bounds of the answers of a service. The server that answers may be another than the intended one.
const (
	// maxAnswer is the largest JSON answer that is read, in bytes. The HTML of the longest known documents has 60
	// MB, and the images in it 11 MB.
	maxAnswer = 256 << 20

	// maxErrorAnswer is how much of an error is read. Those of the service have less than 1 KiB; error pages of
	// proxies have a few KiB.
	maxErrorAnswer = 64 << 10

	// maxMessage is how much of an error's message is kept, in bytes. maxWord bounds codes and request ids; the
	// service keeps them below 128 characters.
	maxMessage = 2000
	maxWord    = 128

	// maxDrain is how much of an unwanted answer is read so that its connection can be used again.
	maxDrain = 64 << 10

	// longPoll is how long the service may hold a request about a conversion. It accepts up to 60 s, but proxies
	// give up after 60 or 30.
	longPoll = 25 * time.Second

	// pollPause is the pause after a request that was answered at once with nothing new. It doubles up to
	// maxPollPause, which leaves room in the ten requests a minute of the smallest plan.
	pollPause    = time.Second
	maxPollPause = 10 * time.Second

	// idempotentWait is how long to wait for the answer to an earlier attempt. The service answers a conversion
	// within a minute, with a record if it has no result.
	idempotentWait = 90 * time.Second

	// bodyClose is how long a request's body may stay open after the answer. After that it counts as lost.
	bodyClose = 10 * time.Second

	// archiveBytes and archiveFiles are the most that an archive may hold. The archive of the largest batch has 16
	// MiB and 100 files for each of its 1000 documents.
	archiveBytes = 16 << 30
	archiveFiles = 100_000

	// archiveRatio bounds the unpacked size of an archive by its own size, from archiveSmall bytes on. HTML of
	// tables has a ratio of 30 to 50; deflate cannot exceed 1032.
	archiveRatio = 200
	archiveSmall = 64 << 20
)
