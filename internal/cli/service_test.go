package cli_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/pagelift/pagelift/client"
)

// running is a service that a script has started.
type running struct {
	cmd *exec.Cmd
	log *os.File
	out strings.Builder
	eof sync.WaitGroup
}

// runningKey is the key under which a script has its running service.
type runningKey struct{}

// start ARG... runs pagelift serve at a free port. Its address is then $ADDR. If it prints a first key, that is
// $PAGELIFT_API_KEY.
func start(ts *testscript.TestScript, _ bool, args []string) {
	program, err := exec.LookPath("pagelift")
	ts.Check(err)
	r := &running{cmd: exec.Command(program, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...)...)}
	r.cmd.Dir, r.cmd.Env = ts.Getenv("WORK"), environment(ts)
	r.log, err = os.Create(ts.MkAbs("log"))
	ts.Check(err)
	r.cmd.Stdout = &r.out
	stderr, err := r.cmd.StderrPipe()
	ts.Check(err)
	ts.Check(r.cmd.Start())
	ts.Defer(func() { _ = r.cmd.Process.Kill() })
	addr := make(chan string, 1)
	r.eof.Go(func() { r.read(stderr, addr) })
	found, ok := <-addr
	if !ok {
		ts.Fatalf("the service ended: %v\n%s", r.cmd.Wait(), ts.ReadFile("log"))
	}
	ts.Setenv("ADDR", "http://"+found)
	*ts.Value(runningKey{}).(**running) = r
}

// read copies the log, and sends the address that the log names.
func (r *running) read(log io.Reader, addr chan<- string) {
	defer close(addr)
	told := false
	for lines := bufio.NewScanner(log); lines.Scan(); {
		_, _ = r.log.WriteString(lines.Text() + "\n")
		if _, a, ok := strings.Cut(lines.Text(), "msg=serving addr="); ok && !told {
			addr <- a
			told = true
		}
	}
}

// environment returns the variables of the script.
func environment(ts *testscript.TestScript) []string {
	env := []string{"PATH=" + os.Getenv("PATH"), "HOME=" + ts.Getenv("HOME"), "TMPDIR=" + ts.Getenv("TMPDIR")}
	for _, name := range []string{"DATA", "DATABASE_URL", "BUCKET_URL", "FIRST_KEY", "FIRST_PLAN", "ALLOW_PRIVATE", "CA_FILE", "SECRET", "CONFIG", "WORKERS"} {
		if v := ts.Getenv("PAGELIFT_" + name); v != "" {
			env = append(env, "PAGELIFT_"+name+"="+v)
		}
	}
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}

// terminate sends SIGTERM to the service, which must end in good order. The file out then has what it printed.
func terminate(ts *testscript.TestScript, _ bool, _ []string) {
	r := *ts.Value(runningKey{}).(**running)
	ts.Check(r.cmd.Process.Signal(syscall.SIGTERM))
	r.eof.Wait()
	err := r.cmd.Wait()
	ts.Check(r.log.Close())
	if err != nil {
		ts.Fatalf("the service: %v\n%s", err, ts.ReadFile("log"))
	}
	ts.Check(os.WriteFile(ts.MkAbs("out"), []byte(r.out.String()), 0o600))
}

// get [!] PATH requests a path from the running service with $PAGELIFT_API_KEY, and prints the answer to standard
// output for stdout and cp. With ! the answer must be an error.
func get(ts *testscript.TestScript, refused bool, args []string) {
	req, err := http.NewRequest(http.MethodGet, ts.Getenv("ADDR")+args[0], nil)
	ts.Check(err)
	if key := ts.Getenv("PAGELIFT_API_KEY"); key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	answer, err := http.DefaultClient.Do(req)
	ts.Check(err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	ts.Check(err)
	if got := answer.StatusCode >= http.StatusBadRequest; got != refused {
		ts.Fatalf("%s: %s: %s", args[0], answer.Status, body)
	}
	_, err = ts.Stdout().Write(body)
	ts.Check(err)
}

// post FILE submits a file to the running service, and sets $CONVERSION.
func post(ts *testscript.TestScript, _ bool, args []string) {
	file, err := client.FileAt(ts.MkAbs(args[0]))
	ts.Check(err)
	made, err := connect(ts).Conversions.Start(context.Background(), client.ConvertRequest{File: file})
	ts.Check(err)
	ts.Setenv("CONVERSION", made.ID)
}

// await waits until a worker has begun $CONVERSION. The conversion must take long enough for that.
func await(ts *testscript.TestScript, _ bool, _ []string) {
	for status := client.StatusQueued; status != client.StatusProcessing; {
		v, err := connect(ts).Conversions.Summary(context.Background(), ts.Getenv("CONVERSION"))
		ts.Check(err)
		if status = v.Status; status != client.StatusQueued && status != client.StatusProcessing {
			ts.Fatalf("the conversion is %s", status)
		}
	}
}

// ended waits until $CONVERSION has ended.
func ended(ts *testscript.TestScript, _ bool, _ []string) {
	_, err := connect(ts).Conversions.Wait(context.Background(), ts.Getenv("CONVERSION"))
	ts.Check(err)
}

// connect returns a client of the running service.
func connect(ts *testscript.TestScript) *client.Client {
	c, err := client.New(ts.Getenv("PAGELIFT_API_KEY"), client.Config{BaseURL: ts.Getenv("ADDR")})
	ts.Check(err)
	return c
}

// key VAR FILE sets a variable to the one API key in the text of a file.
func key(ts *testscript.TestScript, _ bool, args []string) {
	var keys []string
	for word := range strings.FieldsSeq(strings.NewReplacer(`"`, " ", ",", " ").Replace(ts.ReadFile(args[1]))) {
		if _, err := client.ParseKey(word); err == nil {
			keys = append(keys, word)
		}
	}
	if len(keys) != 1 {
		ts.Fatalf("%d keys in %s", len(keys), args[1])
	}
	ts.Setenv(args[0], keys[0])
}

// hook URL registers a webhook with the running service, and sets $WEBHOOK.
func hook(ts *testscript.TestScript, _ bool, args []string) {
	w, err := connect(ts).Webhooks.Create(context.Background(), client.WebhookRequest{URL: args[0], Events: []string{"conversion.completed"}})
	ts.Check(err)
	ts.Setenv("WEBHOOK", w.ID)
}

// undelivered waits until the running service has given up a delivery, and sets $DELIVERY.
func undelivered(ts *testscript.TestScript, _ bool, _ []string) {
	for {
		page, err := connect(ts).Deliveries.List(context.Background(), client.DeliveryQuery{Status: client.DeliveryFailed})
		ts.Check(err)
		if len(page.Data) > 0 {
			ts.Setenv("DELIVERY", page.Data[0].ID)
			return
		}
	}
}

// logged TEXT waits until the log of the running service has the text.
func logged(ts *testscript.TestScript, _ bool, args []string) {
	for !strings.Contains(ts.ReadFile("log"), args[0]) {
		runtime.Gosched()
	}
}
