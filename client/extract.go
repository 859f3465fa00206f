package client

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Extract unpacks an archive of the service into the folder dir, and makes the folder if it is missing. It
// replaces nothing: a name that exists already is an error. It does not trust the archive. Names that lead
// elsewhere or mean something else on another system, entries that are not files, and sizes that no result has are
// UnsafeArchive; then nothing is written. If it fails later, it removes what it has written.
func Extract(archive io.ReaderAt, size int64, dir string) error {
	r, err := zip.NewReader(archive, size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) { // names are checked below
		return refuse("it cannot be read: %v", err)
	}
	if err := checkArchive(r.File, size); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	x := &extraction{root: root}
	for _, f := range r.File {
		if err := x.extract(f); err != nil {
			x.undo()
			return err
		}
	}
	return nil
}

func refuse(format string, args ...any) error {
	return &Error{Code: UnsafeArchive, Message: "the archive is not one of the service: " + printable(fmt.Sprintf(format, args...), maxMessage)}
}

// checkArchive checks the directory of an archive of size bytes.
func checkArchive(files []*zip.File, size int64) error {
	if len(files) > archiveFiles {
		return refuse("it has %d files", len(files))
	}
	var total uint64
	names := map[string]bool{} // folded names; true for a folder
	for _, f := range files {
		if f.UncompressedSize64 > archiveBytes {
			return refuse("it has a file of %d bytes", f.UncompressedSize64)
		}
		if total += f.UncompressedSize64; total > archiveBytes {
			return refuse("its files have more than %d bytes", int64(archiveBytes))
		}
		if err := checkEntry(f, names); err != nil {
			return err
		}
	}
	if total > archiveSmall && total/archiveRatio > uint64(size) {
		return refuse("its files have %d bytes, it has %d", total, size)
	}
	return nil
}

// checkEntry checks one file, and adds the file and its folders to names.
func checkEntry(f *zip.File, names map[string]bool) error {
	name, isDir := strings.CutSuffix(f.Name, "/")
	mode := f.Mode()
	switch {
	case !isPortable(name):
		return refuse("the name %q", f.Name)
	case !mode.IsRegular() && !mode.IsDir() || mode.IsDir() != isDir:
		return refuse("%q is neither a file nor a folder", f.Name)
	case isDir && f.UncompressedSize64 > 0:
		return refuse("%q is a folder with content", f.Name)
	case f.Flags&encrypted != 0:
		return refuse("%q is encrypted", f.Name)
	case f.Method != zip.Store && f.Method != zip.Deflate:
		return refuse("%q is packed by method %d", f.Name, f.Method)
	}
	folded := fold(name)
	if wasDir, taken := names[folded]; taken && !(isDir && wasDir) {
		return refuse("the name %q stands twice, or as that of a file and a folder", f.Name)
	}
	names[folded] = isDir
	for parent := path.Dir(folded); parent != "."; parent = path.Dir(parent) {
		if wasDir, taken := names[parent]; taken && !wasDir {
			return refuse("%q is in a file", f.Name)
		}
		names[parent] = true
	}
	return nil
}

const encrypted = 1 // flag of a zip entry

// fold returns the same text for names that a file system may take for the same.
func fold(name string) string { return strings.ToLower(strings.ToUpper(name)) }

// Lengths that every file system accepts, in bytes.
const (
	maxName    = 255
	maxPath    = 1024
	maxFolders = 32
)

// isPortable reports whether a name is the same relative path on every system.
func isPortable(name string) bool {
	if len(name) > maxPath || !utf8.ValidString(name) || strings.ContainsFunc(name, isAwkward) {
		return false
	}
	parts := strings.Split(name, "/")
	return len(parts) <= maxFolders && !slices.ContainsFunc(parts, func(part string) bool {
		return part == "" || len(part) > maxName || strings.HasSuffix(part, ".") || strings.HasSuffix(part, " ") ||
			strings.HasPrefix(part, " ") || isDevice(part)
	})
}

// isAwkward reports whether a character may separate paths, name drives and streams, match other characters, or be
// invisible.
func isAwkward(r rune) bool {
	return strings.ContainsRune(`\:*?"<>|`, r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
}

// isDevice reports whether Windows takes a name for that of a device, with any extension.
func isDevice(part string) bool {
	base, _, _ := strings.Cut(strings.ToUpper(part), ".")
	base = strings.TrimRight(base, " ")
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	if stem, ok := strings.CutPrefix(base, "COM"); ok {
		return isPort(stem)
	}
	stem, ok := strings.CutPrefix(base, "LPT")
	return ok && isPort(stem)
}

func isPort(s string) bool {
	return utf8.RuneCountInString(s) == 1 && strings.Contains("0123456789¹²³", s)
}

// extraction writes the files of an archive, and remembers what it has made.
type extraction struct {
	root *os.Root
	made []string
}

func (x *extraction) extract(f *zip.File) error {
	name, isDir := strings.CutSuffix(f.Name, "/")
	if isDir {
		return x.folder(name)
	}
	if err := x.folder(path.Dir(name)); err != nil {
		return err
	}
	to, err := x.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	x.made = append(x.made, name)
	from, err := f.Open()
	if err == nil {
		_, err = io.Copy(to, from) // archive/zip refuses more bytes than announced
		from.Close()
	}
	if closeErr := to.Close(); err == nil {
		err = closeErr
	}
	if isDamage(err) {
		return refuse("%q: %v", f.Name, err)
	}
	return err
}

// folder makes a folder and its parents.
func (x *extraction) folder(name string) error {
	if name == "." {
		return nil
	}
	if info, err := x.root.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	if err := x.folder(path.Dir(name)); err != nil {
		return err
	}
	if err := x.root.Mkdir(name, 0o777); err != nil {
		return err
	}
	x.made = append(x.made, name)
	return nil
}

// undo removes what was made, as far as possible. Its own errors do not matter: the earlier failure is returned.
func (x *extraction) undo() {
	for _, name := range slices.Backward(x.made) {
		_ = x.root.Remove(name)
	}
}

// isDamage reports whether an error comes from the archive and not from writing.
func isDamage(err error) bool {
	var file *fs.PathError
	return err != nil && !errors.As(err, &file)
}
