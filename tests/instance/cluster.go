package instance

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
)

// Services are the executables of the five services and of docmill, which
// provisions for them.
type Services struct{ dir string }

// BuildServices builds them into dir.
func BuildServices(dir string) (Services, error) {
	folders := []string{"./cmd/docmill"}
	for _, name := range []string{"auth", "quota", "notifier", "gateway", "extractor"} {
		folders = append(folders, "./services/"+name+"/cmd/"+name)
	}
	return Services{dir: dir}, build(dir, folders...)
}

// Cluster is docmill as separate processes against a NATS over TCP with one
// user for each service, an S3 and a PostgreSQL with one role for each.
type Cluster struct {
	Key string // first API key

	t         testing.TB
	services  Services
	nats      *natsd.Server
	passwords map[string]string // by NATS user
	database  string            // of the owner
	roles     map[string]string // password by schema
	s3        testkit.S3Info
	secret    string
	cache     string // compiled code, shared by extractors
}

// NewCluster starts the servers and provisions; no service runs yet.
func (s Services) NewCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{
		t: t, services: s, passwords: map[string]string{}, roles: map[string]string{},
		s3: testkit.S3(t), secret: rand.Text() + rand.Text(), cache: t.TempDir(),
		database: testkit.Database(t, func(context.Context, string) error { return nil }, "blank"),
	}
	var users []natsd.User
	for name, rights := range contract.Users() {
		c.passwords[name] = rand.Text()
		users = append(users, natsd.User{
			Name: name, Password: c.passwords[name],
			Publish: rights.Publish, Subscribe: rights.Subscribe, AllowResponses: rights.Respond,
		})
	}
	var err error
	c.nats, err = natsd.Start(t.Context(), natsd.Config{
		StoreDir: t.TempDir(), Listen: "127.0.0.1:0", MaxPayload: contract.MaxPayload, Users: users, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.nats.Shutdown(context.Background()) })
	for _, schema := range []string{"auth", "gateway", "notifier", "quota"} {
		c.roles[schema] = rand.Text()
	}
	c.provision()
	return c
}

func (c *Cluster) provision() {
	c.t.Helper()
	cmd := exec.Command(filepath.Join(c.services.dir, "docmill"), "provision")
	cmd.Env = append(c.environment(),
		"DOCMILL_DATABASE_URL="+c.database, "DOCMILL_NATS_PASSWORD="+c.passwords[contract.UserOperator])
	for schema, password := range c.roles {
		cmd.Env = append(cmd.Env, fmt.Sprintf("DOCMILL_%s_DATABASE_PASSWORD=%s", strings.ToUpper(schema), password))
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		c.t.Fatalf("provision: %v\n%s", err, out)
	}
	for _, word := range strings.Fields(string(out)) {
		if strings.HasPrefix(word, contract.KeyPrefixLive) {
			c.Key = word
		}
	}
}

// environment is what all processes have in common.
func (c *Cluster) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir(),
		"DOCMILL_NATS_URL=" + c.nats.ClientURL(), "DOCMILL_SECRET_KEY=" + c.secret,
		"DOCMILL_S3_ENDPOINT=" + c.s3.Endpoint, "DOCMILL_S3_ACCESS_KEY=" + c.s3.AccessKey,
		"DOCMILL_S3_SECRET_KEY=" + c.s3.SecretKey, "DOCMILL_S3_BUCKET=" + c.s3.Bucket,
		"DOCMILL_ENGINE_CACHE_DIR=" + c.cache,
	}
}

// DatabaseURL is the database as its owner sees it.
func (c *Cluster) DatabaseURL() string { return c.database }

// NATSURL is where NATS listens.
func (c *Cluster) NATSURL() string { return c.nats.ClientURL() }

// NATSPassword is a NATS user's password.
func (c *Cluster) NATSPassword(user string) string { return c.passwords[user] }

// RoleURL is the database as a service sees it.
func (c *Cluster) RoleURL(schema string) string {
	c.t.Helper()
	u, err := url.Parse(c.database)
	if err != nil {
		c.t.Fatal(err)
	}
	u.User = url.UserPassword("docmill_"+schema, c.roles[schema])
	return u.String()
}

// NewAccounts makes n accounts whose requests go to url.
func (c *Cluster) NewAccounts(url string, n int) []Account {
	c.t.Helper()
	return newAccounts(c.t, c.NATSURL(), c.passwords[contract.UserOperator], url, n)
}

// Process is one running service.
type Process struct {
	URL string // of a gateway's API

	name   string
	t      testing.TB
	cmd    *exec.Cmd
	out    *output
	exited chan struct{}
	err    error
}

// Start runs a service and waits until it is ready.
func (c *Cluster) Start(name string, env ...string) *Process {
	c.t.Helper()
	p := &Process{name: name, t: c.t, out: newOutput("msg=ready"), exited: make(chan struct{})}
	p.cmd = exec.Command(filepath.Join(c.services.dir, name))
	p.cmd.Env = append(c.environment(), "DOCMILL_NATS_PASSWORD="+c.passwords[name])
	if _, owns := c.roles[name]; owns {
		p.cmd.Env = append(p.cmd.Env, "DOCMILL_DATABASE_URL="+c.RoleURL(name))
	}
	if name == "gateway" {
		listen := freeAddress(c.t)
		p.URL = "http://" + listen
		p.cmd.Env = append(p.cmd.Env, "DOCMILL_LISTEN="+listen)
	}
	p.cmd.Env = append(p.cmd.Env, env...)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := p.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.exited)
	}()
	c.t.Cleanup(p.cleanup)
	select {
	case <-p.out.ready:
	case <-p.exited:
		c.t.Fatalf("%s ended before it was ready: %v\n%s", name, p.err, p.out)
	case <-time.After(readyWithin):
		c.t.Fatalf("%s was not ready in time\n%s", name, p.out)
	}
	return p
}

func freeAddress(t testing.TB) string {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().String()
}

func (p *Process) cleanup() {
	p.Kill()
	if p.t.Failed() {
		p.t.Logf("log of %s:\n%s", p.name, p.out)
	}
}

// Kill ends the process as a crash would.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill() // it may have ended already
	<-p.exited
}

// Stop asks the process to drain and waits for a clean end.
func (p *Process) Stop() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	select {
	case <-p.exited:
	case <-time.After(readyWithin):
		p.t.Fatalf("%s did not stop\n%s", p.name, p.out)
	}
	if p.err != nil {
		p.t.Fatalf("%s stopped with %v\n%s", p.name, p.err, p.out)
	}
}

// Output is everything that was logged.
func (p *Process) Output() string { return p.out.String() }
