package server_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/server"
)

// checks returns what /readyz says of the parts of the service. It waits until /readyz has the status, because
// that repeats its answer for a while.
func (r *rig) checks(status int) map[string]string {
	r.t.Helper()
	var o outcome
	require.Eventually(r.t, func() bool {
		o = r.get("/readyz")
		return o.status == status
	}, failBy, 50*time.Millisecond, "status %d", status)
	var h struct{ Checks map[string]string }
	require.NoError(r.t, json.Unmarshal(o.body, &h))
	return h.Checks
}

// TestAFullDiskOfUploads checks that requests get an error, that nothing is left of them, and that none is
// counted. A request that is answered with its result notices the full disk only if its document has to be stored.
func TestAFullDiskOfUploads(t *testing.T) {
	t.Parallel()
	testkit.WithinMonth(t)
	d := newDisk(t)
	r := newRig(t, "free", server.Config{Bucket: d, Workers: 1})
	d.fill("")
	r.convert("Prefer", "respond-async").unavailable(t, "storage")
	require.Equal(t, "failed", r.checks(http.StatusServiceUnavailable)["storage"])
	require.Len(t, d.names(t, ""), 1, "only the marker of the service is left")
	var page client.Page[client.Conversion]
	require.NoError(t, json.Unmarshal(r.get("/v1/conversions").body, &page))
	require.Empty(t, page.Data)
	r.convert().unavailable(t, "storage")
	require.Len(t, d.names(t, ""), 1, "only the marker of the service is left")
	require.NoError(t, json.Unmarshal(r.get("/v1/conversions").body, &page))
	require.Len(t, page.Data, 1)
	require.Equal(t, client.ServiceUnavailable, page.Data[0].Error.Code)

	d.free()
	require.Equal(t, "ok", r.checks(http.StatusOK)["storage"])
	require.Equal(t, client.StatusCompleted, r.convert().conversion(t, http.StatusOK).Status)
	require.Equal(t, "99", r.get("/v1/usage").header.Get("X-Quota-Remaining"), "one of 100 conversions was counted")
}

// TestAFullDiskOfResults checks that nobody gets a part of a result. Once there is room, accepted documents are
// converted.
func TestAFullDiskOfResults(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	r := newRig(t, "enterprise", server.Config{Bucket: d, Workers: 1})
	d.fill("results/")
	id := r.async().ID
	require.Eventually(t, func() bool { return d.refused.Load() > 0 }, failurePatience, 5*time.Millisecond)
	c := r.get("/v1/conversions/"+id).conversion(t, http.StatusOK)
	require.False(t, c.Status.Final(), "%s", c.Status)
	require.Nil(t, c.HTML)
	require.Nil(t, c.DownloadURL)
	require.Equal(t, http.StatusConflict, r.get("/v1/conversions/"+id+"/download").status)

	d.free()
	require.Equal(t, client.StatusCompleted, r.ends(id).Status)
	require.NotNil(t, r.get("/v1/conversions/"+id).conversion(t, http.StatusOK).HTML)
}

// TestAFullDiskThatStaysFull checks that an accepted conversion fails in the end, and says why.
func TestAFullDiskThatStaysFull(t *testing.T) {
	t.Parallel()
	d := newDisk(t)
	r := newRig(t, "free", server.Config{Bucket: d, Workers: 1})
	d.fill("results/")
	r.convert().unavailable(t, "storage")
	require.Empty(t, d.names(t, "results/"))
	require.Equal(t, "100", r.get("/v1/usage").header.Get("X-Quota-Remaining"), "a failure of the service is not counted")
}

// TestTemporaryFilesThatCannotBeWritten checks that the service is not ready, and recovers by itself. The document
// is too large for the memory of the service.
func TestTemporaryFilesThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var log lines
	r := newRig(t, "enterprise", server.Config{DataDir: dir, Workers: 1, Logger: slog.New(slog.NewTextHandler(&log, nil))})
	body, kind := formOf(t, "large.pdf", append(sample(t), bytes.Repeat([]byte("%\n"), 1<<20)...))
	temp, aside := filepath.Join(dir, "tmp"), filepath.Join(dir, "aside")
	require.Equal(t, "ok", r.checks(http.StatusOK)["temporary_files"])
	require.NoError(t, os.Rename(temp, aside))
	require.NoError(t, os.WriteFile(temp, nil, 0o600)) // nobody can create a folder here, not even root
	require.Equal(t, "failed", r.checks(http.StatusServiceUnavailable)["temporary_files"])
	o, err := r.ask(http.MethodPost, "/v1/convert/pdf-to-html", bytes.NewReader(body), "Content-Type", kind, "Prefer", "respond-async")
	require.NoError(t, err)
	id := o.conversion(t, http.StatusAccepted).ID
	require.Eventually(t, func() bool { return strings.Contains(log.String(), "a conversion is tried again") }, failurePatience, 5*time.Millisecond)
	require.False(t, r.get("/v1/conversions/"+id).conversion(t, http.StatusOK).Status.Final())

	require.NoError(t, os.Remove(temp))
	require.NoError(t, os.Rename(aside, temp))
	require.Equal(t, "ok", r.checks(http.StatusOK)["temporary_files"])
	require.Equal(t, client.StatusCompleted, r.ends(id).Status)
}

// TestNamesInArchivesAreLocal checks that names in archives are local, whatever the name of the document is.
func TestNamesInArchivesAreLocal(t *testing.T) {
	t.Parallel()
	r := newRig(t, "enterprise", server.Config{Workers: 1})
	for _, name := range []string{"../../etc/passwd.pdf", `..\..\boot.ini`, "/abs.pdf", "C:\\con.pdf", "line\r\nX-Evil: 1.pdf", "NUL", "..", string(bytes.Repeat([]byte("long"), 100)) + ".pdf"} {
		body, kind := sampleForm(t, name)
		o, err := r.ask(http.MethodPost, "/v1/convert/pdf-to-html", bytes.NewReader(body), "Content-Type", kind)
		require.NoError(t, err)
		id := o.conversion(t, http.StatusOK).ID
		down := r.get("/v1/conversions/" + id + "/download")
		require.Equal(t, http.StatusOK, down.status)
		require.Empty(t, down.header.Get("X-Evil"))
		require.NotContains(t, down.header.Get("Content-Disposition"), "..")
		archive, err := zip.NewReader(bytes.NewReader(down.body), int64(len(down.body)))
		require.NoError(t, err)
		require.NotEmpty(t, archive.File)
		for _, f := range archive.File {
			require.True(t, filepath.IsLocal(f.Name), "%q in the archive of %q", f.Name, name)
			require.NotContains(t, f.Name, `\`)
		}
	}
}
