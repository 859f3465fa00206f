package s3

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"os"
)

// emptySHA256 is the hash of an empty object.
const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// payload is an object to be sent, perhaps several times.
type payload struct {
	at    io.ReaderAt
	start int64 // where it begins in at
	size  int64
	sum   string   // SHA-256 in hexadecimal
	temp  *os.File // its own file, or nil
	named bool     // temp could not be removed while it is open
}

// readSeekerAt can be read twice: a file, or bytes in memory.
type readSeekerAt interface {
	io.ReadSeeker
	io.ReaderAt
}

// newPayload reads r once, to its end.
func newPayload(r io.Reader, tempDir string) (*payload, error) {
	p, hash := &payload{}, sha256.New()
	var err error
	if known, ok := r.(readSeekerAt); ok {
		p.at = known
		if p.start, err = known.Seek(0, io.SeekCurrent); err == nil {
			p.size, err = io.Copy(hash, r)
		}
	} else {
		if p.temp, err = os.CreateTemp(tempDir, "pagelift-s3-"); err != nil {
			return nil, err
		}
		p.at = p.temp
		p.named = os.Remove(p.temp.Name()) != nil // a killed process then leaves no file, if the system allows that
		p.size, err = io.Copy(io.MultiWriter(p.temp, hash), r)
	}
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	p.sum = hex.EncodeToString(hash.Sum(nil))
	return p, nil
}

// open returns a reader of the payload from its beginning, with a position of its own. The transport may still be
// using the reader of an earlier try.
func (p *payload) open() (io.ReadCloser, error) {
	if p.size == 0 {
		return http.NoBody, nil // anything else would be sent without a length
	}
	return io.NopCloser(io.NewSectionReader(p.at, p.start, p.size)), nil
}

// close removes the file, if there is one.
func (p *payload) close() (err error) {
	if p.temp != nil {
		err = p.temp.Close()
	}
	if p.named {
		err = errors.Join(err, os.Remove(p.temp.Name()))
	}
	return err
}
