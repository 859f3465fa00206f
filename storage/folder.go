package storage

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Modes of what a Folder makes: only the service has access.
const (
	dirMode  = 0o700
	fileMode = 0o600
)

const (
	// writing is the folder of incomplete objects. No key can be in it: see CheckKey.
	writing = ".writing"

	// writingAge is the age from which an incomplete object counts as left by a killed process. Uploads and
	// results take minutes.
	writingAge = 24 * time.Hour

	// sweepEvery is how often a process that lists objects looks for such incomplete objects.
	sweepEvery = time.Hour

	// putTries is how often Put makes a folder that another process removes because it is empty. Each try takes
	// microseconds.
	putTries = 100
)

// Folder is a Bucket in a folder: each object is a file, whose path is the key. Several processes may share a
// folder. Media types are not stored. An object survives the end of the process. Whether it survives a power
// failure depends on the file system.
type Folder struct {
	root    *os.Root
	folders sync.RWMutex // locked to remove empty folders; for reading, to make a folder and put a file into it
	swept   atomic.Int64 // when incomplete objects were last looked for, in nanoseconds since 1970
}

// OpenFolder opens a folder as a bucket, and makes it if it is missing. Nothing outside of it is ever accessed.
// The caller must close it.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, dirMode); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{root: root}
	if err := f.sweep(); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return f, nil
}

// Close closes the folder. Open objects stay open.
func (f *Folder) Close() error { return f.root.Close() }

// sweep makes the folder of incomplete objects and removes those of killed processes, unless it has done so within
// sweepEvery.
func (f *Folder) sweep() error {
	now, last := time.Now(), f.swept.Load()
	if now.Sub(time.Unix(0, last)) < sweepEvery || !f.swept.CompareAndSwap(last, now.UnixNano()) {
		return nil
	}
	if err := f.root.MkdirAll(writing, dirMode); err != nil {
		return err
	}
	for o, err := range f.walk(writing) {
		if err != nil {
			return err
		}
		if o.ModTime.Before(now.Add(-writingAge)) {
			if err := f.remove(o.Key); err != nil {
				return err
			}
		}
	}
	return nil
}

// Put writes a file beside the others and then moves it to its place.
func (f *Folder) Put(ctx context.Context, key string, r io.Reader, _ string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	name := path.Join(writing, rand.Text())
	err := f.write(name, r)
	if err == nil {
		err = ctx.Err()
	}
	if err == nil {
		err = f.place(name, key)
	}
	if err != nil {
		return errors.Join(err, f.remove(name))
	}
	return nil
}

// write makes a file with the content of r.
func (f *Folder) write(name string, r io.Reader) (err error) {
	file, err := f.create(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = io.Copy(file, r)
	return err
}

func (f *Folder) create(name string) (*os.File, error) {
	file, err := f.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if errors.Is(err, fs.ErrNotExist) { // somebody has emptied the folder of the service
		if err := f.root.MkdirAll(path.Dir(name), dirMode); err != nil {
			return nil, err
		}
		file, err = f.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	}
	return file, err
}

// place moves a complete file to its key. Meanwhile another process may remove the folder of the key.
func (f *Folder) place(name, key string) (err error) {
	f.folders.RLock()
	defer f.folders.RUnlock()
	for range putTries {
		if err = f.root.Rename(name, key); err == nil || !isPassing(err) {
			return err
		}
		if err = f.root.MkdirAll(path.Dir(key), dirMode); err != nil && !isPassing(err) {
			return err
		}
	}
	return err
}

// isPassing reports whether an error is due to a folder that was just made or removed.
func isPassing(err error) bool { return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) }

// Open opens the file of an object.
func (f *Folder) Open(ctx context.Context, key string) (io.ReadSeekCloser, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := CheckKey(key); err != nil {
		return nil, &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	file, err := f.root.Open(key)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: key, Err: fs.ErrNotExist}
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &object{file, ctx}, nil
}

// object is an open file. Reading ends with the context under which it was opened.
type object struct {
	file *os.File
	ctx  context.Context
}

// Seek implements io.Seeker.
func (o *object) Seek(offset int64, whence int) (int64, error) { return o.file.Seek(offset, whence) }

// Close closes the file.
func (o *object) Close() error { return o.file.Close() }

// Read reads on, as long as the context lasts.
func (o *object) Read(p []byte) (int, error) {
	if err := o.ctx.Err(); err != nil {
		return 0, err
	}
	return o.file.Read(p)
}

// Delete deletes the file of an object, and the folders that become empty.
func (f *Folder) Delete(ctx context.Context, key string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if CheckKey(key) != nil {
		return nil
	}
	if err := f.remove(key); err != nil {
		return err
	}
	f.folders.Lock()
	defer f.folders.Unlock()
	for dir := path.Dir(key); dir != "."; dir = path.Dir(dir) {
		if f.root.Remove(dir) != nil {
			break // it holds other objects, or is gone
		}
	}
	return nil
}

// remove removes a file. It is no error if the file does not exist.
func (f *Folder) remove(name string) error {
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List walks the folder in prefix. Once an hour it also removes objects that killed processes left incomplete more
// than a day ago.
func (f *Folder) List(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		if err := f.sweep(); err != nil {
			yield(Object{}, fmt.Errorf("storage: removing what is incomplete: %w", err))
			return
		}
		dir := path.Clean(prefix[:strings.LastIndexByte(prefix, '/')+1])
		for o, err := range f.walk(dir) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(Object{}, fmt.Errorf("storage: listing %s: %w", prefix, err))
				return
			}
			if strings.HasPrefix(o.Key, prefix) && CheckKey(o.Key) == nil && !yield(o, nil) {
				return
			}
		}
	}
}

// walk returns all files below a folder. The folder may be missing.
func (f *Folder) walk(dir string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		err := fs.WalkDir(f.root.FS(), dir, func(name string, e fs.DirEntry, err error) error {
			if err == nil && !e.Type().IsRegular() {
				return nil
			}
			var info fs.FileInfo
			if err == nil {
				info, err = e.Info()
			}
			if errors.Is(err, fs.ErrNotExist) { // gone meanwhile
				return nil
			}
			if err != nil {
				return err
			}
			if !yield(Object{Key: name, ModTime: info.ModTime()}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Object{}, err)
		}
	}
}
