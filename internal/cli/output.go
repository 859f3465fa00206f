package cli

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/pagelift/pagelift/convert"
)

// write writes the result as a whole or not at all.
func (o output) write(stdout io.Writer, r *convert.Result) error {
	content := r.WriteSelfContained
	switch {
	case o.form == formDir:
		return writeFolder(filepath.Clean(o.path), r.FS())
	case o.form == formZip:
		content = r.WriteZip
	case o.form == formMarkdown:
		content = r.WriteMarkdown
	case o.form == formJSON:
		content = r.WriteJSON
	case o.form == formText:
		content = r.WriteText
	case o.form == formCSV:
		content = r.WriteCSV
	case o.form == formChunks:
		content = r.WriteChunks
	case o.form == formEPUB:
		content = r.WriteEPUB
	}
	if o.path == stdio {
		return buffered(stdout, content)
	}
	if err := os.MkdirAll(filepath.Dir(o.path), 0o777); err != nil {
		return err
	}
	return writeFile(o.path, content)
}

// writeFile writes a file under a temporary name beside it and then renames it, so that path never has half a
// file. It writes directly to what is no regular file (a device, a pipe).
func writeFile(path string, content func(io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return fill(f, content)
	}
	temporary := temporaryName(path)
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := fill(f, content); err != nil {
		os.Remove(temporary) // the first error says more
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		os.Remove(temporary)
		return err
	}
	return nil
}

// fill writes content to f and closes it.
func fill(f *os.File, content func(io.Writer) error) error {
	err := buffered(f, content)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// writeFolder writes files to folder dir. A new folder appears complete. In an existing folder each file is
// replaced as a whole, and other files are not changed.
func writeFolder(dir string, files fs.FS) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o777); err != nil {
		return err
	}
	temporary := temporaryName(dir)
	defer os.RemoveAll(temporary) // does nothing after the rename
	if err := os.Mkdir(temporary, 0o777); err != nil {
		return err
	}
	if err := os.CopyFS(temporary, files); err != nil {
		return err
	}
	if _, err := os.Stat(dir); err != nil {
		return os.Rename(temporary, dir)
	}
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		return os.Rename(filepath.Join(temporary, filepath.FromSlash(name)), to)
	})
}

// temporaryName returns an unused hidden name beside path.
func temporaryName(path string) string {
	return filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x.tmp", filepath.Base(path), rand.Uint32()))
}
