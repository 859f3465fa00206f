//go:build !unix

package source

import "io"

// spool holds the whole input in memory: where a file cannot be mapped it would
// have to be read back into memory as a whole.
func spool(in *input, head chunks) (*File, error) {
	held := head
	for {
		chunk := make([]byte, readSize)
		n, err := in.next(chunk)
		if err == io.EOF {
			return &File{data: held.join()}, nil
		}
		if err != nil {
			return nil, err
		}
		held = append(held, chunk[:n])
	}
}
