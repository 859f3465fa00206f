package cli_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/client"
	"github.com/pagelift/pagelift/internal/testkit"
	"github.com/pagelift/pagelift/webhook"
	"github.com/pagelift/pagelift/webhook/webhooktest"
)

// Names in docs/operating.md for which a test has others.
const (
	operatingDatabase = "postgres://pagelift@db.example.com/pagelift?sslmode=verify-full"
	operatingBucket   = "s3://example-pagelift"
)

// copier replaces Amazon's program: the bucket of the test is a folder.
const copier = `#!/bin/sh -eu
[ "$1 $2" = "s3 sync" ]
place() { case "$1" in s3://example-pagelift) echo "$BUCKET_FOLDER" ;; *) echo "$1" ;; esac; }
mkdir -p "$(place "$4")"
cp -a "$(place "$3")/." "$(place "$4")"
`

// session is a shell that runs one block after the other.
type session struct {
	t     *testing.T
	in    io.Writer
	lines *bufio.Scanner
	out   strings.Builder // what it printed so far
	cmd   *exec.Cmd
}

// startSession starts a shell in a folder. env are variables besides PATH.
func startSession(t *testing.T, dir string, env ...string) *session {
	cmd := exec.Command("sh", "-eu")
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH"), "HOME=" + dir}, env...)
	in, err := cmd.StdinPipe()
	require.NoError(t, err)
	r, w, err := os.Pipe() // not StdoutPipe: services that outlive the shell keep it open
	require.NoError(t, err)
	cmd.Stdout, cmd.Stderr = w, w
	require.NoError(t, cmd.Start())
	require.NoError(t, w.Close())
	s := &session{t: t, in: in, lines: bufio.NewScanner(r), cmd: cmd}
	t.Cleanup(func() {
		_ = in.Close() // the shell ends, and its trap ends the services
		_ = cmd.Wait()
		_ = r.Close()
	})
	s.run("trap 'for p in ${api-} ${workers-} ${outbound-} ${single-}; do kill -9 $p 2>/dev/null || :; done' EXIT")
	return s
}

// run runs commands, all of which must succeed, and returns what they printed.
func (s *session) run(commands string) string {
	s.t.Helper()
	const end = "== this block has ended"
	_, err := io.WriteString(s.in, commands+"\necho '"+end+"'\n")
	require.NoError(s.t, err, "%s", &s.out)
	from := s.out.Len()
	for s.lines.Scan() {
		if s.lines.Text() == end {
			return s.out.String()[from:]
		}
		s.out.WriteString(s.lines.Text() + "\n")
	}
	require.Fail(s.t, "the shell ended", "in\n%s\nafter\n%s", commands, &s.out)
	return ""
}

// operatingBlocks returns the shell blocks of docs/operating.md, each by a command that no other block has.
func operatingBlocks(t *testing.T, replace *strings.Replacer, names ...string) map[string]string {
	found := shellBlocks(t, "docs/operating.md")
	require.Len(t, found, len(names))
	blocks := map[string]string{}
	for i, block := range found {
		require.Contains(t, block, names[i])
		blocks[names[i]] = replace.Replace(block)
	}
	return blocks
}

// TestOperating runs the commands of docs/operating.md, and rehearses the disaster that its backup is for. The
// database, the bucket, the folders and the secret are lost. The restored service knows its keys, results,
// addresses and webhooks.
func TestOperating(t *testing.T) {
	t.Parallel()
	testkit.Programs(t, "sh", "curl", "openssl", "pg_dump", "pg_restore")
	database := testkit.OwnPostgres(t).Database(t)
	dir := t.TempDir()
	bucket := filepath.Join(dir, "bucket")
	require.NoError(t, os.Mkdir(filepath.Join(dir, "bin"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "bin", "aws"), []byte(copier), 0o755))
	api := freeAddr(t)
	replace := strings.NewReplacer(operatingDatabase, database, operatingBucket+"?region=eu-central-1", "file://"+bucket,
		"127.0.0.1:8080", api, "127.0.0.1:8081", freeAddr(t), "127.0.0.1:8082", freeAddr(t), "127.0.0.1:8083", freeAddr(t))
	const secret, start, health, migrate, backup, restore, folder = "openssl rand", "outbound=$!", "/healthz", "pagelift migrate", "pg_dump", "pg_restore", "single=$!"
	blocks := operatingBlocks(t, replace, secret, start, health, migrate, backup, restore, folder)

	receiver := webhooktest.NewServer(nil, func(w http.ResponseWriter, _ webhooktest.Delivery) { w.WriteHeader(http.StatusNoContent) })
	t.Cleanup(receiver.Close)
	trusted := filepath.Join(dir, "authorities.pem")
	require.NoError(t, os.WriteFile(trusted, certificateOf(t, receiver.URL), 0o600))
	s := startSession(t, dir, "BUCKET_FOLDER="+bucket, "PAGELIFT_ALLOW_PRIVATE=127.0.0.1", "PAGELIFT_CA_FILE="+trusted)

	s.run(blocks[secret])
	s.run(blocks[start])
	require.NotContains(t, s.out.String(), "pl_prd_", "no log contains a key")
	printed, err := os.ReadFile(filepath.Join(dir, "first-key.txt"))
	require.NoError(t, err)
	key := regexp.MustCompile(`pl_prd_[0-9A-Za-z_]+`).FindString(string(printed))
	c, err := client.New(key, client.Config{BaseURL: "http://" + api})
	require.NoError(t, err)
	ctx := t.Context()
	health1 := s.run(blocks[health])
	require.Contains(t, health1, `"temporary_files":"ok"`)
	require.Contains(t, health1, "ok      service")
	require.Contains(t, s.run(blocks[migrate]), "the database is up to date")

	before := convertSample(t, c)
	hook, err := c.Webhooks.Create(ctx, client.WebhookRequest{URL: receiver.URL, Events: []string{"conversion.completed"}})
	require.NoError(t, err)
	page := fetched(t, *before.DownloadURL)

	s.run(blocks[backup])
	s.run("kill -9 $api $workers $outbound; wait $api $workers $outbound || :")
	for _, name := range []string{"api", "workers", "outbound", "bucket", "secret.txt"} {
		require.NoError(t, os.RemoveAll(filepath.Join(dir, name)))
	}
	recreate(t, database)

	require.Contains(t, s.run(blocks[restore]), "ok      storage")
	s.run(blocks[start])
	again, err := c.Conversions.Get(ctx, before.ID)
	require.NoError(t, err, "the old key still reads the old record")
	require.Equal(t, before.HTML, again.HTML, "the old result can be read")
	require.Equal(t, page, fetched(t, *before.DownloadURL), "an address that the old service signed is valid")
	require.Equal(t, client.StatusCompleted, convertSample(t, c).Status)
	got, err := receiver.Wait(ctx, 1)
	require.NoError(t, err)
	_, err = webhook.Verify(got[0].Header, got[0].Body, []string{hook.Secret}, webhook.Options{})
	require.NoError(t, err, "the old secret of the webhook is valid")

	kept, err := os.ReadFile(filepath.Join(dir, "backup", "secret.txt"))
	require.NoError(t, err)
	checkRights(t, database, bucket, strings.TrimSpace(string(kept)))

	s.run(blocks[folder])
	alone, err := os.ReadFile(filepath.Join(dir, "folder-key.txt"))
	require.NoError(t, err)
	p := startProcess(t, filepath.Join(dir, "backup", "folder"), "", "")
	c, err = client.New(regexp.MustCompile(`pl_prd_[0-9A-Za-z_]+`).FindString(string(alone)), client.Config{BaseURL: p.url})
	require.NoError(t, err)
	require.Equal(t, client.StatusCompleted, convertSample(t, c).Status)
}

// checkRights starts a process whose database role has only the rights that docs/operating.md grants.
func checkRights(t *testing.T, database, bucket, secret string) {
	page, err := os.ReadFile("../../docs/operating.md")
	require.NoError(t, err)
	grants := regexp.MustCompile("(?s)```sql\n(.*?)```").FindStringSubmatch(string(page))
	require.NotNil(t, grants)
	conn, err := pgx.Connect(t.Context(), database)
	require.NoError(t, err)
	_, err = conn.Exec(t.Context(), "CREATE ROLE pagelift_app LOGIN; "+grants[1], pgx.QueryExecModeSimpleProtocol)
	require.NoError(t, err)
	require.NoError(t, conn.Close(t.Context()))

	u, err := url.Parse(database)
	require.NoError(t, err)
	q := u.Query()
	q.Set("user", "pagelift_app")
	u.RawQuery = q.Encode()
	data := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(data, "secret.key"), []byte(secret), 0o600))
	key := testKey()
	p := startProcess(t, data, u.String(), key, "--bucket-url", "file://"+bucket)
	c, err := client.New(key, client.Config{BaseURL: p.url})
	require.NoError(t, err)
	require.Equal(t, client.StatusCompleted, convertSample(t, c).Status)
}

// convertSample converts a document and waits for it.
func convertSample(t *testing.T, c *client.Client) *client.Conversion {
	t.Helper()
	file, err := client.FileAt("../../examples/sample.pdf")
	require.NoError(t, err)
	made, err := c.Conversions.Start(t.Context(), client.ConvertRequest{File: file})
	require.NoError(t, err)
	done, err := c.Conversions.Wait(t.Context(), made.ID)
	require.NoError(t, err)
	return done
}

// fetched returns what is at an address, without any key.
func fetched(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.Equal(t, http.StatusOK, answer.StatusCode, "%s", body)
	return string(body)
}

// certificateOf returns the self-signed certificate of a server, in PEM.
func certificateOf(t *testing.T, address string) []byte {
	u, err := url.Parse(address)
	require.NoError(t, err)
	conn, err := tls.Dial("tcp", u.Host, &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, err)
	defer conn.Close()
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: conn.ConnectionState().PeerCertificates[0].Raw})
}

// recreate replaces a database by an empty one.
func recreate(t *testing.T, address string) {
	u, err := url.Parse(address)
	require.NoError(t, err)
	name := strings.TrimPrefix(u.Path, "/")
	u.Path = "/postgres"
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, u.String())
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(ctx)) }()
	for _, command := range []string{"DROP DATABASE %s WITH (FORCE)", "CREATE DATABASE %s"} {
		_, err = conn.Exec(ctx, fmt.Sprintf(command, name))
		require.NoError(t, err)
	}
}

// TestSecretsOfKubernetes makes the file of secrets of deploy/kubernetes/README.md.
func TestSecretsOfKubernetes(t *testing.T) {
	t.Parallel()
	testkit.Programs(t, "sh", "openssl")
	blocks := shellBlocks(t, "deploy/kubernetes/README.md")
	require.NotEmpty(t, blocks)
	dir := t.TempDir()
	startSession(t, dir, "TMPDIR="+dir).run(blocks[0])
	file, err := os.ReadFile(filepath.Join(dir, "pagelift.env"))
	require.NoError(t, err)
	values := map[string]string{}
	for line := range strings.Lines(string(file)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		require.True(t, ok, line)
		values[name] = value
	}
	_, err = client.ParseKey(values["PAGELIFT_FIRST_KEY"])
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(values["PAGELIFT_SECRET"]), 32)
}
