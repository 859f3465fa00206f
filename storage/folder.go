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

// Modes of what a Folder makes: it is for the service alone.
const (
	dirMode  = 0o700
	fileMode = 0o600
)

const (
	// writing is the folder of objects that are not complete. No key is in it: see CheckKey.
	writing = ".writing"

	// writingAge is the age from which an incomplete object is taken for that of a killed
	// process: uploads and results take minutes.
	writingAge = 24 * time.Hour

	// sweepEvery is how often they are looked for, by a process that lists objects.
	sweepEvery = time.Hour

	// putTries is how often Put makes a folder that another process, finding it empty, takes away:
	// each try takes microseconds.
	putTries = 100
)

// Folder is a Bucket in a folder: each object is a file at its key. Several processes may
// share one. Media types are dropped. What is put survives the process; it survives the
// machine's loss of power when the file system says so.
type Folder struct {
	root    *os.Root
	folders sync.RWMutex // held to take empty folders away; for reading, to make one and put a file there
	swept   atomic.Int64 // when incomplete objects were last looked for, in nanoseconds since 1970
}

// OpenFolder opens a folder as a bucket and makes it when it is missing. Nothing outside of it is ever
// reached. It is to be closed.
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

// Close lets go of the folder. What is open stays so.
func (f *Folder) Close() error { return f.root.Close() }

// sweep makes the folder of incomplete objects and removes those of killed processes, unless it
// did so just now.
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

// Put writes a file beside the others and moves it to its place.
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

// write makes a file of what r gives.
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

// place moves a complete file to its key. Another process may take the folder of the key away meanwhile.
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

// isPassing tells the errors that a folder causes which comes or goes.
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

// object is an open file whose reading ends with the context it was opened under.
type object struct {
	file *os.File
	ctx  context.Context
}

// Seek moves to a place in the object.
func (o *object) Seek(offset int64, whence int) (int64, error) { return o.file.Seek(offset, whence) }

// Close closes the file.
func (o *object) Close() error { return o.file.Close() }

// Read reads on while the context lives.
func (o *object) Read(p []byte) (int, error) {
	if err := o.ctx.Err(); err != nil {
		return 0, err
	}
	return o.file.Read(p)
}

// Delete deletes the file of an object, and the folders that are empty without it.
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

// remove removes a file; one that is not there is removed.
func (f *Folder) remove(name string) error {
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List walks the folder that the prefix names. Once an hour it also removes what killed processes
// left incomplete a day ago.
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

// walk has all files below a folder, which need not be there.
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
