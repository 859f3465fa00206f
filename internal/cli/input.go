package cli

import (
	"context"
	"io"
	"os"
)

// openInput opens the file name, or standard input.
func openInput(ctx context.Context, std Streams, name string) (io.ReadCloser, error) {
	if name != stdio {
		return os.Open(name)
	}
	if f, ok := std.In.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return io.NopCloser(f), nil // reading a file never blocks, and its size is known
		}
	}
	return interruptible(ctx, std.In), nil
}

// inputSize returns the size of in if it is a file, else 0.
func inputSize(in io.Reader) int64 {
	if f, ok := in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info.Size()
		}
	}
	return 0
}

// interruptible returns r with reads that end with ctx. A read of a terminal or a pipe cannot be interrupted. It
// goes on in a goroutine, which ends with the program or with r.
func interruptible(ctx context.Context, r io.Reader) io.ReadCloser {
	pr, pw := io.Pipe()
	context.AfterFunc(ctx, func() { pw.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(pw, r)
		pw.CloseWithError(err)
	}()
	return pr
}
