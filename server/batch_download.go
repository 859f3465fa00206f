package server

import (
	"archive/zip"
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/jobs"
	"github.com/pagelift/pagelift/internal/store"
)

// downloadBatch sends the results of a batch in one archive, which is written while it is sent. It answers a key
// of the batch's account or a signed address. However large the batch is, one result at a time is on the disk and
// none in memory.
func (s *results) downloadBatch(c *call) error {
	batch, err := s.batchResult(c)
	if err != nil {
		return err
	}
	h := c.w.Header()
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s.zip"`, batch.ID))
	h.Set("Content-Type", "application/zip")
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if c.r.Method == http.MethodHead {
		c.w.WriteHeader(http.StatusOK)
		return nil
	}
	buffer := bufio.NewWriterSize(c.w, streamBuffer)
	a := &batchArchive{results: s, call: c, batch: batch, zip: zip.NewWriter(buffer)}
	if err := a.write(); err != nil {
		return err
	}
	return buffer.Flush()
}

// batchResult returns the batch whose results the request may read.
func (s *results) batchResult(c *call) (batch *store.Batch, err error) {
	if c.account != nil {
		batch, err = s.batch(c, c.r.PathValue("id"))
	} else {
		batch, err = s.signedBatch(c)
	}
	switch {
	case err != nil:
		return nil, err
	case !batch.Status.Terminal():
		e := failure(client.ResultNotReady, "the batch has not ended: it is %s", batch.Status)
		e.Details = map[string]any{"status": string(batch.Status)}
		e.RetryAfter = conversionRetry
		return nil, e
	case !batch.Expires.IsZero() && !s.clock().Before(batch.Expires):
		return nil, resultExpired()
	}
	return batch, nil
}

// signedBatch returns the batch that a signed address names.
func (s *results) signedBatch(c *call) (batch *store.Batch, err error) {
	err = s.db.View(c.ctx(), func(tx store.Tx) error {
		batch, err = store.GetBatch(c.ctx(), tx, c.r.PathValue("id"))
		return err
	})
	account := ""
	switch {
	case err == nil:
		account = batch.Account
	case !errors.Is(err, store.ErrNotFound):
		return nil, s.storeError(err)
	}
	return batch, s.checkSignature(c, account)
}

// batchArchive writes the archive of a batch to a client.
type batchArchive struct {
	results *results
	*call
	batch *store.Batch
	zip   *zip.Writer
}

// manifestName is the name of the file in the archive that says how each member ended.
const manifestName = "manifest.json"

// manifest holds the first members of the JSON object in that file. The member "conversions" follows them.
type manifest struct {
	BatchID     string        `json:"batch_id"`
	Status      client.Status `json:"status"`
	Total       int64         `json:"total"`
	Completed   int64         `json:"completed"`
	Failed      int64         `json:"failed"`
	Cancelled   int64         `json:"cancelled"`
	CreatedAt   time.Time     `json:"created_at"`
	CompletedAt time.Time     `json:"completed_at"`
}

// manifestEntry is a member of the batch in the manifest.
type manifestEntry struct {
	Number       int             `json:"number"` // in the order of the request, from 1
	ConversionID string          `json:"conversion_id"`
	CustomID     *string         `json:"custom_id"`
	Status       client.Status   `json:"status"`
	InputFile    string          `json:"input_file"`
	Folder       *string         `json:"folder"` // null if there is no result
	Error        *client.Failure `json:"error"`
}

// membersAtOnce is how many records of members are in memory at a time.
const membersAtOnce = 100

// write writes the folders of all members, and then the manifest, which it collects in a file meanwhile.
func (a *batchArchive) write() (err error) {
	spool, err := a.temp()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, spool.Close()) }()
	entries, err := a.begin(spool)
	if err != nil {
		return err
	}
	number, last := 0, ""
	for {
		var members []*store.Conversion
		if err := a.results.db.View(a.ctx(), func(tx store.Tx) (err error) {
			members, err = store.BatchMembers(a.ctx(), tx, a.batch.ID, last, membersAtOnce)
			return err
		}); err != nil {
			return a.results.storeError(err)
		}
		for _, m := range members {
			number, last = number+1, m.ID
			if !m.Deleted.IsZero() {
				continue
			}
			entry, err := a.member(number, m)
			if err != nil {
				return err
			}
			if err := entries.write(entry); err != nil {
				return err
			}
		}
		if len(members) < membersAtOnce {
			break
		}
	}
	if err := entries.end(); err != nil {
		return err
	}
	return a.end(spool)
}

// member writes the folder of a member if the member has a result, and returns its entry. A result that was
// deleted meanwhile counts as none.
func (a *batchArchive) member(number int, m *store.Conversion) (*manifestEntry, error) {
	entry := &manifestEntry{
		Number: number, ConversionID: m.ID, CustomID: optionalString(m.CustomID), Status: client.Status(m.Status), InputFile: m.InputFile,
	}
	if m.Error != nil {
		var err error
		if entry.Error, err = wireFailure(m); err != nil {
			return nil, err
		}
	}
	if m.Status != store.Completed || m.ResultKey == "" {
		return entry, nil
	}
	result, size, err := a.fetch(m)
	if errors.Is(err, fs.ErrNotExist) {
		return entry, nil
	}
	if err != nil {
		return nil, a.results.blobError(err)
	}
	defer func() { _ = result.Close() }() // the file was only read
	folder := folderName(number, m.InputFile)
	entry.Folder = &folder
	return entry, a.copy(folder, result, size)
}

// fetch copies the archive of a result into a file, because the directory of an archive is at its end.
func (a *batchArchive) fetch(m *store.Conversion) (f *os.File, size int64, err error) {
	blob, err := jobs.Open(a.ctx(), a.results.bucket, m, jobs.Archive)
	if err != nil {
		return nil, 0, err
	}
	defer blob.Close()
	if f, err = a.temp(); err != nil {
		return nil, 0, err
	}
	if size, err = io.Copy(f, blob); err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, size, nil
}

// temp creates a file without a name. The system removes it when its last descriptor is closed, however this
// process ends.
func (a *batchArchive) temp() (*os.File, error) {
	f, err := os.CreateTemp(a.results.config.tempDir(), batchTemp)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// batchTemp is the prefix of the names of temporary files of downloads. Files that still have a name were left by
// processes that were killed before they could remove the name, or by older versions, which kept it.
const batchTemp = "batch-"

// sweepBatches removes temporary files that killed processes have left.
func (s *results) sweepBatches() error {
	left, err := filepath.Glob(filepath.Join(s.config.tempDir(), batchTemp+"*"))
	for _, name := range left {
		err = errors.Join(err, os.RemoveAll(name))
	}
	return err
}

// copy copies the files of an archive into a folder of this one, without compressing them anew.
func (a *batchArchive) copy(folder string, archive io.ReaderAt, size int64) error {
	r, err := zip.NewReader(archive, size)
	if err != nil {
		return fmt.Errorf("server: the archive of %s: %w", folder, err)
	}
	for _, f := range r.File {
		if !filepath.IsLocal(f.Name) {
			return fmt.Errorf("server: the archive of %s has a file outside of it", folder)
		}
		header := f.FileHeader
		header.Name = folder + "/" + f.Name
		to, err := a.zip.CreateRaw(&header)
		if err != nil {
			return err
		}
		from, err := f.OpenRaw()
		if err != nil {
			return err
		}
		if _, err := io.Copy(to, from); err != nil {
			return err
		}
	}
	return nil
}

// begin writes the beginning of the manifest.
func (a *batchArchive) begin(w io.Writer) (*entryList, error) {
	b := a.batch
	head, err := json.Marshal(manifest{
		BatchID: b.ID, Status: client.Status(b.Status), Total: b.Total, Completed: b.Succeeded, Failed: b.Failed, Cancelled: b.Cancelled,
		CreatedAt: b.Created, CompletedAt: b.Completed,
	})
	if err != nil {
		return nil, err
	}
	l := &entryList{w: bufio.NewWriter(w), before: "\n"}
	_, err = fmt.Fprintf(l.w, `%s,"conversions":[`, head[:len(head)-1])
	return l, err
}

// entryList writes the entries of a manifest one by one.
type entryList struct {
	w      *bufio.Writer
	before string // separates an entry from the one before
}

func (l *entryList) write(entry *manifestEntry) error {
	text, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(l.w, "%s%s", l.before, text)
	l.before = ",\n"
	return err
}

func (l *entryList) end() error {
	_, err := l.w.WriteString("\n]}\n")
	return errors.Join(err, l.w.Flush())
}

// end copies the manifest into the archive, and completes the archive.
func (a *batchArchive) end(spool *os.File) error {
	if _, err := spool.Seek(0, io.SeekStart); err != nil {
		return err
	}
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: manifestName, Method: zip.Deflate, Modified: a.batch.Completed})
	if err != nil {
		return err
	}
	if _, err := io.Copy(w, spool); err != nil {
		return err
	}
	return a.zip.Close()
}

// maxFolder is the greatest length in bytes of a document's name within the name of a folder. It is enough to
// recognise the document.
const maxFolder = 64

// folderName returns the folder of a member: its number, and its document's name without what some systems do not
// allow.
func folderName(number int, inputFile string) string {
	name := strings.TrimSuffix(inputFile, path.Ext(inputFile))
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' {
			return r
		}
		return '-'
	}, name)
	if len(name) > maxFolder {
		name = strings.ToValidUTF8(name[:maxFolder], "")
	}
	name = strings.Trim(name, ".-")
	if name == "" {
		name = "document"
	}
	return fmt.Sprintf("%04d-%s", number, name)
}
