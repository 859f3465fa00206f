//go:build unix

package testkit

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// PostgresEnv controls tests that need PostgreSQL. If it is "required", they fail without it; if it is "skip",
// they are skipped even with it. Otherwise they are skipped where there is none.
const PostgresEnv = "PAGELIFT_TEST_POSTGRES"

// postgresPatience is how long a server may take to start or stop. A busy machine needs two seconds.
const postgresPatience = 2 * time.Minute

// EachDatabase runs a test on every kind of database that the service supports. Each database is empty, and used
// by this test alone.
func EachDatabase(t *testing.T, run func(t *testing.T, address string)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		run(t, filepath.Join(t.TempDir(), "pagelift.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		run(t, SharedPostgres(t).Database(t))
	})
}

// MainWithPostgres is the TestMain of packages that use SharedPostgres. m is a *testing.M, or wraps one.
func MainWithPostgres(m interface{ Run() int }) {
	code := m.Run()
	if shared.server != nil {
		shared.server.stop()
	}
	os.Exit(code)
}

var shared struct {
	once   sync.Once
	server *Postgres
	err    error
}

// SharedPostgres returns a server that all tests of a package share. Each test has databases of its own. Such a
// package has MainWithPostgres as its TestMain.
func SharedPostgres(tb testing.TB) *Postgres {
	tb.Helper()
	shared.once.Do(func() { shared.server, shared.err = newPostgres() })
	return usable(tb, shared.server, shared.err)
}

// OwnPostgres returns a server for one test that damages it.
func OwnPostgres(tb testing.TB) *Postgres {
	tb.Helper()
	p, err := newPostgres()
	usable(tb, p, err)
	tb.Cleanup(p.stop)
	return p
}

func usable(tb testing.TB, p *Postgres, err error) *Postgres {
	tb.Helper()
	if errors.Is(err, exec.ErrNotFound) && os.Getenv(PostgresEnv) != "required" {
		tb.Skip("no PostgreSQL here: its half of the test is left out (make deps installs it)")
	}
	require.NoError(tb, err)
	return p
}

// Postgres is a private server with a temporary folder. Clients reach it through a socket in that folder. It ends
// with the process.
type Postgres struct {
	dir, bin string
	owner    *syscall.Credential // nil: the user who runs the tests
	names    atomic.Int64
	cmd      *exec.Cmd
	ended    chan struct{}
}

func newPostgres() (p *Postgres, err error) {
	if os.Getenv(PostgresEnv) == "skip" {
		return nil, exec.ErrNotFound
	}
	bin, err := postgresBinaries()
	if err != nil {
		return nil, err
	}
	p = &Postgres{bin: bin}
	if p.dir, err = os.MkdirTemp("", "pg"); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(p.dir))
		}
	}()
	if os.Getuid() == 0 { // initdb refuses to run as root
		if p.owner, err = unprivileged(); err != nil {
			return nil, err
		}
		if err := os.Chown(p.dir, int(p.owner.Uid), int(p.owner.Gid)); err != nil {
			return nil, err
		}
	}
	initdb := p.command("initdb", "-D", filepath.Join(p.dir, "data"), "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale", "C.UTF-8", "-N")
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	return p, p.Start()
}

func postgresBinaries() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), nil
		}
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // path in Debian
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", fmt.Errorf("initdb: %w", exec.ErrNotFound)
	}
	return filepath.Dir(found[len(found)-1]), nil
}

func unprivileged() (*syscall.Credential, error) {
	u, err := user.Lookup("postgres")
	if err != nil {
		if u, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}

func (p *Postgres) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, name), args...)
	cmd.Dir = p.dir
	cmd.SysProcAttr = diesWithParent(syscall.SIGQUIT)
	cmd.SysProcAttr.Credential = p.owner
	return cmd
}

// Start starts the server (again) and waits until it accepts connections.
func (p *Postgres) Start() error {
	p.ended = make(chan struct{})
	p.cmd = p.command("postgres", "-D", filepath.Join(p.dir, "data"), "-k", p.dir, "-c", "listen_addresses=",
		"-c", "fsync=off", "-c", "max_connections=300", "-c", "shared_buffers=64MB", "-c", "logging_collector=off")
	log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	started := make(chan error)
	go func() {
		defer close(p.ended)
		defer log.Close()
		runtime.LockOSThread() // the server ends with the thread that has started it
		err := p.cmd.Start()
		started <- err
		if err == nil {
			_ = p.cmd.Wait() // how it ended is in its log
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	deadline := time.Now().Add(postgresPatience)
	for {
		conn, err := pgx.Connect(context.Background(), p.address("postgres"))
		if err == nil {
			return conn.Close(context.Background())
		}
		if time.Now().After(deadline) {
			said, _ := os.ReadFile(log.Name())
			return fmt.Errorf("postgres does not begin: %w: %s", err, said)
		}
		select {
		case <-p.ended:
			said, _ := os.ReadFile(log.Name())
			return fmt.Errorf("postgres ended: %s", said)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Kill ends the server as a crash does.
func (p *Postgres) Kill() error {
	if err := p.cmd.Process.Signal(syscall.SIGQUIT); err != nil {
		return err
	}
	<-p.ended
	return nil
}

func (p *Postgres) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGQUIT) // fails if it has ended already
	<-p.ended
	_ = os.RemoveAll(p.dir)
}

func (p *Postgres) address(database string) string {
	q := url.Values{"host": {p.dir}, "user": {"tests"}, "sslmode": {"disable"}}
	return "postgres:///" + database + "?" + q.Encode()
}

// Database creates an empty database and returns its address. The address gives PostgreSQL time on a busy machine.
// Gated and WithoutPatience remove that, for tests of a server that does not answer.
func (p *Postgres) Database(tb testing.TB) string {
	tb.Helper()
	_, address := p.Named(tb)
	return address
}

// Named does what Database does, and also returns the name that Copy takes.
func (p *Postgres) Named(tb testing.TB) (name, address string) {
	tb.Helper()
	return p.create(tb, "template1")
}

// Copy creates a database with everything in another one, and returns its address. Nobody may be connected to the
// other one.
func (p *Postgres) Copy(tb testing.TB, template string) string {
	tb.Helper()
	_, address := p.create(tb, template)
	return address
}

// create makes a copy of a database.
func (p *Postgres) create(tb testing.TB, template string) (name, address string) {
	tb.Helper()
	name = fmt.Sprintf("test%d", p.names.Add(1))
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, p.address("postgres"))
	require.NoError(tb, err)
	defer func() { require.NoError(tb, conn.Close(ctx)) }()
	query := "CREATE DATABASE " + name + " TEMPLATE " + template
	_, err = conn.Exec(ctx, query)
	for attempt := 1; err != nil && strings.Contains(err.Error(), "being accessed") && attempt < 50; attempt++ {
		_, err = conn.Exec(ctx, query) // fails while another test copies the template
	}
	require.NoError(tb, err)
	return name, p.address(name) + "&" + patient + "=" + strconv.Itoa(int(busyAnswer/time.Second))
}

// busyAnswer is how long a connection may take, unless a test needs less. A busy machine needs more than the
// seconds that the service waits while its clients do.
const busyAnswer = time.Minute

// patient is the parameter of an address for that time.
const patient = "connect_timeout"

// WithoutPatience returns an address of Database as an operator would give it.
func WithoutPatience(tb testing.TB, database string) string {
	tb.Helper()
	u, err := url.Parse(database)
	require.NoError(tb, err)
	q := u.Query()
	q.Del(patient)
	u.RawQuery = q.Encode()
	return u.String()
}

// Gated returns the address of a database behind a gate, which the test can close.
func (p *Postgres) Gated(tb testing.TB, database string) (string, *Gate) {
	tb.Helper()
	u, err := url.Parse(WithoutPatience(tb, database))
	require.NoError(tb, err)
	gate := NewGate(tb, "unix", filepath.Join(p.dir, ".s.PGSQL.5432"))
	q := u.Query()
	q.Del("host")
	u.Host, u.RawQuery = gate.Addr(), q.Encode()
	return u.String(), gate
}

// Pooled returns the address of a database behind a PgBouncer in transaction mode, which ends with the test.
func (p *Postgres) Pooled(tb testing.TB, database string) string {
	tb.Helper()
	bin, err := exec.LookPath("pgbouncer")
	if err != nil {
		bin = "/usr/sbin/pgbouncer" // path in Debian
		_, err = os.Stat(bin)
	}
	if err != nil && os.Getenv(PostgresEnv) != "required" {
		tb.Skip("no PgBouncer here (make deps installs it)")
	}
	require.NoError(tb, err)
	u, err := url.Parse(database)
	require.NoError(tb, err)
	dir, err := os.MkdirTemp(p.dir, "bouncer") // a short path for a socket; the user who runs PostgreSQL may enter it
	require.NoError(tb, err)
	if p.owner != nil {
		require.NoError(tb, os.Chown(dir, int(p.owner.Uid), int(p.owner.Gid)))
	}
	config := filepath.Join(dir, "pgbouncer.ini")
	require.NoError(tb, os.WriteFile(config, fmt.Appendf(nil, `[databases]
* = host=%s user=tests
[pgbouncer]
unix_socket_dir = %s
listen_addr =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 10
ignore_startup_parameters = extra_float_digits
`, p.dir, dir), 0o644))
	cmd := p.command("pgbouncer", config)
	cmd.Path = bin
	started := make(chan error)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		runtime.LockOSThread() // PgBouncer ends with the thread that has started it
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // it was killed; otherwise the test cannot connect
		}
	}()
	require.NoError(tb, <-started)
	tb.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
	})
	q := u.Query()
	q.Set("host", dir)
	q.Set("port", "6432")
	u.RawQuery = q.Encode()
	require.Eventually(tb, func() bool {
		conn, err := pgx.Connect(context.Background(), u.String())
		return err == nil && conn.Close(context.Background()) == nil
	}, postgresPatience, 20*time.Millisecond)
	return u.String()
}
