package main

import (
	_ "embed"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Folders of two releases, the second newer: make install-check builds them.
const (
	firstVariable  = "PAGELIFT_INSTALL_FIRST"
	secondVariable = "PAGELIFT_INSTALL_SECOND"
)

// standIn is put in the place of systemctl, because systemd runs in no chroot.
//
//go:embed testdata/systemctl.sh
var standIn []byte

// Seams are what the test does between the blocks of docs/install.md, by the first line that comes after it.
const (
	beforeUpgrade = `[ -f /var/lib/private/pagelift/pagelift.db ]
rm -f pagelift_* SHA256SUMS
cp /root/second/* .
`
	afterUpgrade = `cmp sample.zip again.zip
strangers=$(find /var/lib/private/pagelift ! -user 61184)
[ -z "$strangers" ] || { echo "not the service's: $strangers"; exit 1; }
[ "$(cat /run/systemctl/starts)" = 2 ] || { echo "the upgrade did not restart the service"; exit 1; }
`
	afterRemove = `[ ! -e /usr/bin/pagelift ]
[ ! -e /usr/lib/systemd/system/pagelift.service ]
if curl -sf http://127.0.0.1:8080/healthz; then echo "the service outlives its package"; exit 1; fi
[ -f /var/lib/private/pagelift/pagelift.db ]
[ -f /etc/pagelift/pagelift.env ]
`
	afterPurge = `left=$(find / -xdev -path /proc -prune -o -path /root -prune -o -path /run -prune -o -iname '*pagelift*' -print)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
echo the walk is done
`
)

// TestInstall walks through docs/install.md on a Debian that has nothing else. The session has
// processes and mounts of its own, so that nothing of it outlives it.
func TestInstall(t *testing.T) {
	first, second := os.Getenv(firstVariable), os.Getenv(secondVariable)
	if first == "" || second == "" {
		t.Skipf("%s and %s name no releases; make install-check builds them", firstVariable, secondVariable)
	}
	if os.Getuid() != 0 {
		t.Skip("only root can install packages into a fresh Debian")
	}
	for _, program := range []string{"mmdebstrap", "unshare"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is missing: apt-get install mmdebstrap util-linux", program)
		}
	}
	root := filepath.Join(t.TempDir(), "debian")
	if out, err := exec.CommandContext(t.Context(), "mmdebstrap", "--variant=minbase", "--include=curl", "bookworm", root).CombinedOutput(); err != nil {
		t.Fatalf("mmdebstrap: %v\n%s", err, out)
	}
	for from, to := range map[string]string{first: "root/downloads", second: "root/second"} {
		copyPackage(t, from, filepath.Join(root, to))
	}
	sample := read(t, "../../examples/sample.pdf")
	write(t, filepath.Join(root, "root/downloads/sample.pdf"), sample, 0o644)
	write(t, filepath.Join(root, "usr/bin/systemctl"), standIn, 0o755)
	if err := os.MkdirAll(filepath.Join(root, "run/systemd/system"), 0o755); err != nil {
		t.Fatal(err)
	}

	start := time.Now()
	session := exec.CommandContext(t.Context(), "unshare", "--pid", "--fork", "--kill-child", "--mount", "--mount-proc="+filepath.Join(root, "proc"),
		"chroot", root, "sh", "-eu")
	session.Stdin = strings.NewReader("cd /root/downloads\n" + walk(t, string(read(t, "../../docs/install.md"))))
	session.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "DEBIAN_FRONTEND=noninteractive"}
	session.WaitDelay = time.Second
	out, err := session.CombinedOutput()
	t.Logf("%s\n%.1f s", out, time.Since(start).Seconds())
	if err != nil || !strings.HasSuffix(strings.TrimSpace(string(out)), "the walk is done") {
		log, _ := os.ReadFile(filepath.Join(root, "run/systemctl/log")) // there is none before the service was started
		t.Fatalf("%v; the service said:\n%s", err, log)
	}
	versions := regexp.MustCompile(`(?m)^pagelift (\S+)`).FindAllStringSubmatch(string(out), -1)
	if len(versions) != 2 || versions[0][1] == versions[1][1] {
		t.Fatalf("two versions, one after the other, not %q", versions)
	}
	html := string(read(t, filepath.Join(root, "root/downloads/sample.html")))
	if !strings.Contains(html, "A Short Walk on the Shore") {
		t.Fatal("sample.html has not the title of the document")
	}
}

// walk is the shell blocks of a page, with what the test looks at between them.
func walk(t *testing.T, page string) string {
	t.Helper()
	seams := map[string]struct{ before, after string }{
		"## Upgrade": {before: beforeUpgrade},
		"again.zip":  {after: afterUpgrade},
		"remove -y":  {after: afterRemove},
		"purge -y":   {after: afterPurge},
	}
	var b strings.Builder
	upgrade := strings.Index(page, "## Upgrade")
	used := 0
	for _, m := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```$").FindAllStringSubmatchIndex(page, -1) {
		block := page[m[2]:m[3]]
		if upgrade >= 0 && m[0] > upgrade {
			b.WriteString(seams["## Upgrade"].before)
			upgrade = -1
			used++
		}
		b.WriteString(block)
		for sign, seam := range seams {
			if seam.after != "" && strings.Contains(block, sign) {
				b.WriteString(seam.after)
				used++
			}
		}
	}
	if used != len(seams) {
		t.Fatalf("docs/install.md has %d of the %d places where the test looks", used, len(seams))
	}
	return b.String()
}

// copyPackage copies the Debian package and the checksums of a release.
func copyPackage(t *testing.T, from, to string) {
	t.Helper()
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	found, err := filepath.Glob(filepath.Join(from, "pagelift_*_linux_amd64.deb"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s has %d packages, %v", from, len(found), err)
	}
	for _, f := range append(found, filepath.Join(from, "SHA256SUMS")) {
		write(t, filepath.Join(to, filepath.Base(f)), read(t, f), 0o644)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func write(t *testing.T, name string, data []byte, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(name, data, mode); err != nil {
		t.Fatal(err)
	}
}
