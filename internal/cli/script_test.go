package cli_test

import (
	"archive/zip"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/cli"
	"github.com/pagelift/pagelift/internal/testkit"
)

// TestMain makes this test the pagelift program for its scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"pagelift": func() {
			os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
		},
	})
}

// commands are the commands of scripts besides the standard ones.
var commands = map[string]func(*testscript.TestScript, bool, []string){
	"exits":     exits,
	"pdf":       makePDF,
	"longpdf":   makeLongPDF,
	"scan":      makeScan,
	"alone":     alone,
	"ls":        list,
	"zipls":     listZip,
	"start":     start,
	"terminate": terminate,
	"get":       get,
	"post":      post,
	"key":       key,
	"find":      find,
	"running":   await,
	"ended":     ended,
	"freeport":  freePort,
	"notify":    notify,
	"hook":      hook,

	"undelivered": undelivered,
	"logged":      logged,
}

func TestScripts(t *testing.T) {
	t.Parallel()
	encrypted, err := os.ReadFile("../../convert/testdata/encrypted.pdf")
	require.NoError(t, err)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			serve(env)
			env.Values[runningKey{}] = new(*running)
			return os.WriteFile(env.WorkDir+"/encrypted.pdf", encrypted, 0o644)
		},
		Cmds: commands,
	})
}

// exits CODE PROGRAM ARG... runs a program that must end with this exit code.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// pdf FILE TEXT... makes a document with a page for each text.
func makePDF(ts *testscript.TestScript, _ bool, args []string) {
	pdf := &testkit.PDF{Catalog: "/Lang (en)"}
	for _, text := range args[1:] {
		pdf.AddPage(testkit.Page{Content: fmt.Sprintf("BT /F1 12 Tf 72 700 Td (%s) Tj ET", text)})
	}
	pdf.Trailer = fmt.Sprintf("/Info %d 0 R", pdf.Add("<< /Title (Made for a test) >>"))
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), pdf.Bytes(), 0o644))
}

// longpdf FILE N makes a document of N pages.
func makeLongPDF(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	makePDF(ts, false, append(args[:1], slices.Repeat([]string{"A page like the others."}, n)...))
}

// alone makes pagelift the only program that can be found.
func alone(ts *testscript.TestScript, _ bool, _ []string) {
	ts.Setenv("PATH", filepath.SplitList(ts.Getenv("PATH"))[0])
}

// scan FILE makes a document of one page that is a white picture.
func makeScan(ts *testscript.TestScript, _ bool, args []string) {
	var pdf testkit.PDF
	n := pdf.AddStream("/Type /XObject /Subtype /Image /Width 300 /Height 400 /BitsPerComponent 8 /ColorSpace /DeviceGray", strings.Repeat("\xff", 300*400))
	pdf.AddPage(testkit.Page{Content: "600 0 0 800 0 0 cm /I Do", MediaBox: "0 0 600 800", Resources: fmt.Sprintf("/XObject << /I %d 0 R >>", n)})
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), pdf.Bytes(), 0o644))
}

// find VAR FILE REGEXP sets a variable to the first match in the text of a file.
func find(ts *testscript.TestScript, _ bool, args []string) {
	match := regexp.MustCompile(args[2]).FindString(ts.ReadFile(args[1]))
	if match == "" {
		ts.Fatalf("%s has no %s", args[1], args[2])
	}
	ts.Setenv(args[0], match)
}

// ls FOLDER NAME... checks that a folder holds exactly these files.
func list(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	same(ts, names, args[1:])
}

// zipls ARCHIVE NAME... checks that an archive holds exactly these files.
func listZip(ts *testscript.TestScript, _ bool, args []string) {
	archive, err := zip.OpenReader(ts.MkAbs(args[0]))
	ts.Check(err)
	defer archive.Close()
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	same(ts, names, args[1:])
}

func same(ts *testscript.TestScript, got, want []string) {
	if strings.Join(got, " ") != strings.Join(want, " ") {
		ts.Fatalf("got %q, want %q", got, want)
	}
}
