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

// Messages go over the standard input and output of a subprocess, as JSON after its length in four bytes, the
// highest first. A message may announce bytes that follow it: a document, or those files of a result that are in
// memory.

// setup is the first message to a subprocess.
type setup struct {
	Memory   int64  `json:"memory"`
	CacheDir string `json:"cache_dir"`
}

// request is any later message to a subprocess: a job, or, without a job, the order to end the current one.
type request struct {
	Job  *Job   `json:"job,omitempty"`
	Data *int64 `json:"data,omitempty"` // size of Job.Data, which follows
}

// newRequest returns the request for a job, and the bytes that follow it.
func newRequest(job *Job) (request, [][]byte) {
	if job.Data == nil {
		return request{Job: job}, nil
	}
	n := int64(len(job.Data))
	return request{Job: job, Data: &n}, [][]byte{job.Data}
}

// readRequest reads a request and the bytes that follow it.
func readRequest(in io.Reader) (r request, err error) {
	if err := readMessage(in, &r); err != nil || r.Job == nil || r.Data == nil {
		return r, err
	}
	r.Job.Data, err = readData(in, *r.Data)
	return r, err
}

// reply is a message of a subprocess. One of the first four fields is set.
type reply struct {
	Ready    bool      `json:"ready,omitempty"` // the first message
	Progress *progress `json:"progress,omitempty"`
	Outcome  *Outcome  `json:"outcome,omitempty"`
	Failure  *failure  `json:"failure,omitempty"`

	// Data are the sizes of the parts of the outcome, which follow. notData: the part is in a file.
	Data []int64 `json:"data,omitempty"`
}

// notData is the size of a part of an outcome that does not follow.
const notData = -1

// newReply returns the reply for a job that is done, and the bytes that follow it.
func newReply(o *Outcome) (r reply, data [][]byte) {
	r.Outcome = o
	for _, f := range o.parts() {
		size := int64(notData)
		if f.Data != nil {
			size, data = int64(len(f.Data)), append(data, f.Data)
		}
		r.Data = append(r.Data, size)
	}
	return r, data
}

// readReply reads a reply and the bytes that follow it.
func readReply(in io.Reader) (r reply, err error) {
	if err := readMessage(in, &r); err != nil || r.Outcome == nil {
		return r, err
	}
	parts := r.Outcome.parts()
	if len(r.Data) != len(parts) {
		return r, fmt.Errorf("an outcome with the data of %d parts", len(r.Data))
	}
	for i, f := range parts {
		if r.Data[i] == notData {
			continue
		}
		if f.Data, err = readData(in, r.Data[i]); err != nil {
			return r, err
		}
	}
	return r, nil
}

// readData reads size bytes that follow a message.
func readData(in io.Reader, size int64) ([]byte, error) {
	if size < 0 || size > keptSize {
		return nil, fmt.Errorf("%d bytes follow a message", size)
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(in, data); err != nil {
		return nil, io.ErrUnexpectedEOF
	}
	return data, nil
}

// progress is how many pages of a job are done.
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

// newFailure converts err to a message.
func newFailure(err error) *failure {
	var known *convert.Error
	if !errors.As(err, &known) { // the end of the context, for which nobody waits
		return &failure{Code: convert.InternalError, Cause: err.Error()}
	}
	f := &failure{Code: known.Code, Page: known.Page, Detail: known.Detail}
	if known.Err != nil {
		f.Cause = known.Err.Error()
	}
	return f
}

// error converts the message back to an error.
func (f *failure) error() error {
	err := &convert.Error{Code: f.Code, Page: f.Page, Detail: f.Detail}
	if f.Cause != "" {
		err.Err = errors.New(f.Cause)
	}
	return err
}

// prefix is the number of bytes of a message's length.
const prefix = 4

// writeMessage writes v at once, and then data.
func writeMessage(w io.Writer, v any, data ...[]byte) error {
	body, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if len(body) > limits.WorkerMessage {
		return fmt.Errorf("a message of %d bytes is too long", len(body))
	}
	if _, err = w.Write(append(binary.BigEndian.AppendUint32(make([]byte, 0, prefix+len(body)), uint32(len(body))), body...)); err != nil {
		return err
	}
	for _, d := range data {
		if _, err := w.Write(d); err != nil {
			return err
		}
	}
	return nil
}

// readMessage reads a message into v. The error is io.EOF if the input ends before a message.
func readMessage(r io.Reader, v any) error {
	var head [prefix]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	size := binary.BigEndian.Uint32(head[:])
	if size > limits.WorkerMessage {
		return fmt.Errorf("a message of %d bytes is too long", size)
	}
	// Memory grows with the bytes that arrive, whatever the length says.
	body, err := io.ReadAll(io.LimitReader(r, int64(size)))
	switch {
	case err != nil:
		return err
	case len(body) < int(size):
		return io.ErrUnexpectedEOF
	}
	return json.Unmarshal(body, v)
}
