//go:build unix

package source

import (
	"fmt"
	"io"
	"os"
	"syscall"
)

// spool writes head and the rest of in to a temporary file and maps it. The file
// loses its name at once: nobody else can open it, and it is gone with the
// process whatever happens.
func spool(in *input, head chunks) (*File, error) {
	tmp, err := os.CreateTemp("", "pagelift-*.pdf")
	if err != nil { // a system without a place for files
		return gather(in, head)
	}
	defer tmp.Close() // the mapping stays
	if err := os.Remove(tmp.Name()); err != nil {
		return nil, fmt.Errorf("hiding the temporary file: %w", err)
	}
	if err := fill(tmp, in, head); err != nil {
		return nil, err
	}
	// The file is at least limits.SpoolBytes long unless its size was a wrong
	// guess; nothing cannot be mapped.
	if in.read == 0 {
		return &File{}, nil
	}
	data, err := syscall.Mmap(int(tmp.Fd()), 0, int(in.read), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping the temporary file: %w", err)
	}
	return &File{data: data, release: func() error { return syscall.Munmap(data) }}, nil
}

// copySize is the piece in which an input goes to its file.
const copySize = 128 << 10

// fill writes head, giving it up on the way, and then the rest of in.
func fill(w io.Writer, in *input, head chunks) error {
	for i, chunk := range head {
		if _, err := w.Write(chunk); err != nil {
			return fmt.Errorf("writing the temporary file: %w", err)
		}
		head[i] = nil
	}
	buf := make([]byte, copySize)
	for {
		n, err := in.next(buf)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if _, err := w.Write(buf[:n]); err != nil {
			return fmt.Errorf("writing the temporary file: %w", err)
		}
	}
}
