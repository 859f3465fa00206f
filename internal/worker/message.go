package worker

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/pagelift/pagelift/convert"
	"github.com/pagelift/pagelift/internal/limits"
)

// Messages go over the standard input and output of a subprocess as JSON with its
// length before it, in four bytes, the highest first.

// setup is the first message to a subprocess.
type setup struct {
	Memory   int64  `json:"memory"`
	CacheDir string `json:"cache_dir"`
}

// request is any other message to it: a job, or without one the end of that at hand.
type request struct {
	Job *Job `json:"job,omitempty"`
}

// reply is a message of a subprocess. One field is set.
type reply struct {
	Ready    bool      `json:"ready,omitempty"` // first of all
	Progress *progress `json:"progress,omitempty"`
	Outcome  *Outcome  `json:"outcome,omitempty"`
	Failure  *failure  `json:"failure,omitempty"`
}

// progress is how far a job is.
type progress struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// failure is the error of a job.
type failure struct {
	Code   convert.Code `json:"code"`
	Page   int          `json:"page,omitempty"`
	Detail string       `json:"detail,omitempty"`
	Cause  string       `json:"cause,omitempty"`
}

// newFailure is err as a message.
func newFailure(err error) *failure {
	var known *convert.Error
	if !errors.As(err, &known) { // the end of the context, which nobody waits for
		return &failure{Code: convert.InternalError, Cause: err.Error()}
	}
	f := &failure{Code: known.Code, Page: known.Page, Detail: known.Detail}
	if known.Err != nil {
		f.Cause = known.Err.Error()
	}
	return f
}

// error is the failure as it was.
func (f *failure) error() error {
	err := &convert.Error{Code: f.Code, Page: f.Page, Detail: f.Detail}
	if f.Cause != "" {
		err.Err = errors.New(f.Cause)
	}
	return err
}

// prefix is the length of a message's length.
const prefix = 4

// writeMessage writes v at once.
func writeMessage(w io.Writer, v any) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if len(body) > limits.WorkerMessage {
		return fmt.Errorf("a message of %d bytes is too long", len(body))
	}
	_, err = w.Write(append(binary.BigEndian.AppendUint32(make([]byte, 0, prefix+len(body)), uint32(len(body))), body...))
	return err
}

// readMessage reads into v. The error is io.EOF where a message could begin.
func readMessage(r io.Reader, v any) error {
	var head [prefix]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	size := binary.BigEndian.Uint32(head[:])
	if size > limits.WorkerMessage {
		return fmt.Errorf("a message of %d bytes is too long", size)
	}
	// Memory is taken for what comes, whatever the length says.
	body, err := io.ReadAll(io.LimitReader(r, int64(size)))
	switch {
	case err != nil:
		return err
	case len(body) < int(size):
		return io.ErrUnexpectedEOF
	}
	return json.Unmarshal(body, v)
}
