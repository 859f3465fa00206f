//go:build !unix

package source

// spool holds the whole input in memory: where a file cannot be mapped it would
// have to be read back into memory as a whole.
func spool(in *input, head chunks) (*File, error) { return gather(in, head) }
