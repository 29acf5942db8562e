package instance

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/clock"
)

// Services are the executables of the five services and of docmill, which provisions for them.
type Services struct {
	dir string
	// roles holds the role passwords by schema. Concurrent clusters share them: roles belong to the server.
	roles map[string]string
}

// Build builds them into dir.
func (s *Services) Build(dir string) error { return s.build(dir, nil) }

// BuildWithClock builds them into dir so that each reads the clock in its environment (package clock).
func (s *Services) BuildWithClock(dir string) error { return s.build(dir, clock.BuildFlags) }

func (s *Services) build(dir string, flags flagsFor) error {
	s.dir, s.roles = dir, map[string]string{}
	for _, schema := range []string{"auth", "gateway", "notifier", "quota"} {
		s.roles[schema] = rand.Text()
	}
	return build(dir, flags, serviceFolders()...)
}

// serviceFolders are those of the executables that Build builds.
func serviceFolders() []string {
	folders := []string{"./cmd/docmill"}
	for _, name := range []string{"auth", "quota", "notifier", "gateway", "extractor"} {
		folders = append(folders, "./services/"+name+"/cmd/"+name)
	}
	return folders
}

// Executables are the paths of all that ships.
func (s Services) Executables() []string {
	var paths []string
	for _, folder := range serviceFolders() {
		paths = append(paths, filepath.Join(s.dir, filepath.Base(folder)))
	}
	return paths
}

// Cluster is docmill as separate processes with NATS over TCP with one user per service, S3, and PostgreSQL
// with one role per service.
type Cluster struct {
	Key string // first API key

	t         testing.TB
	services  Services
	nats      *natsd.Server // nil where the caller runs it
	natsURL   string        // of the caller's
	natsStore natsd.Config
	passwords map[string]string // by NATS user
	database  string            // of the owner
	s3        testkit.S3Info
	secret    string
	cache     string   // compiled code, shared by extractors
	tls       []string // settings of all processes, where everything is reached over TLS
}

// NewCluster starts the servers and provisions, without services.
func (s Services) NewCluster(t testing.TB) *Cluster {
	t.Helper()
	return s.NewClusterOn(t, testkit.Database(t, nil, "blank"))
}

// NewClusterOn is NewCluster on the caller's database, by its owner's URL.
func (s Services) NewClusterOn(t testing.TB, database string) *Cluster {
	t.Helper()
	c := s.prepare(t, database)
	c.run()
	return c
}

// Servers are those that the caller runs.
type Servers struct {
	NATSURL   string
	Passwords map[string]string // by NATS user
	Database  string            // URL of the owner
	Objects   testkit.S3Info
}

// NewClusterOver provisions docmill on servers of the caller's own.
func (s Services) NewClusterOver(t testing.TB, servers Servers) *Cluster {
	t.Helper()
	c := &Cluster{
		t: t, services: s, natsURL: servers.NATSURL, passwords: servers.Passwords, database: servers.Database,
		s3: servers.Objects, secret: rand.Text() + rand.Text(), cache: engineCache(t),
	}
	c.Provision()
	return c
}

func (c *Cluster) run() {
	c.t.Helper()
	c.startNATS()
	c.t.Cleanup(func() { _ = c.nats.Shutdown(context.Background()) })
	c.Provision()
}

// prepare returns a cluster without running parts.
func (s Services) prepare(t testing.TB, database string) *Cluster {
	t.Helper()
	c := &Cluster{
		t: t, services: s, passwords: map[string]string{}, database: database,
		s3: testkit.S3(t), secret: rand.Text() + rand.Text(), cache: engineCache(t),
	}
	for name := range contract.Users() {
		c.passwords[name] = rand.Text()
	}
	contract.SharePasswords(c.passwords)
	c.natsStore = natsd.Config{
		StoreDir: t.TempDir(), Listen: "127.0.0.1:0", Accounts: natsconf.Accounts(), Passwords: c.passwords,
		MaxStore: contract.StorageBytes(), MaxPayload: contract.MaxPayload, Log: slog.New(slog.DiscardHandler),
	}
	return c
}

func (c *Cluster) startNATS() {
	c.t.Helper()
	var err error
	if c.nats, err = natsd.Start(c.t.Context(), c.natsStore); err != nil {
		c.t.Fatal(err)
	}
	// A restarted server has the same address.
	_, c.natsStore.Listen, _ = strings.Cut(c.nats.ClientURL(), "://")
}

// RestartNATS stops the server, calls while, and restarts it with its data.
func (c *Cluster) RestartNATS(while func()) {
	c.t.Helper()
	require.NoError(c.t, c.nats.Shutdown(c.t.Context()))
	while()
	c.startNATS()
}

// EmptyNATS restarts the server without its data and provisions again, like an operator after losing its
// disk.
func (c *Cluster) EmptyNATS() {
	c.t.Helper()
	c.RestartNATS(func() { c.natsStore.StoreDir = c.t.TempDir() })
	c.Provision()
}

// Provision brings everything up to date, with settings of the caller's.
func (c *Cluster) Provision(env ...string) {
	c.t.Helper()
	cmd := exec.Command(filepath.Join(c.services.dir, "docmill"), "provision")
	cmd.Env = append(c.environment(),
		"DOCMILL_DATABASE_URL="+c.database, "DOCMILL_NATS_PASSWORD="+c.passwords[contract.UserOperator])
	for schema, password := range c.services.roles {
		cmd.Env = append(cmd.Env, fmt.Sprintf("DOCMILL_%s_DATABASE_PASSWORD=%s", strings.ToUpper(schema), password))
	}
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	require.NoError(c.t, err, "provision", string(out))
	for _, word := range strings.Fields(string(out)) {
		if strings.HasPrefix(word, contract.KeyPrefixLive) {
			c.Key = word
		}
	}
}

// engineCache keeps compiled code for all tests of this machine, in the folder of docmill extract.
func engineCache(t testing.TB) string {
	t.Helper()
	dir, err := os.UserCacheDir()
	if err != nil {
		return t.TempDir()
	}
	dir = filepath.Join(dir, "docmill", "engine")
	require.NoError(t, os.MkdirAll(dir, 0o700))
	return dir
}

// environment is shared by all processes.
func (c *Cluster) environment() []string {
	return append([]string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir(),
		"DOCMILL_NATS_URL=" + c.NATSURL(), "DOCMILL_SECRET_KEY=" + c.secret,
		"DOCMILL_S3_ENDPOINT=" + c.s3.Endpoint, "DOCMILL_S3_ACCESS_KEY=" + c.s3.AccessKey,
		"DOCMILL_S3_SECRET_KEY=" + c.s3.SecretKey, "DOCMILL_S3_BUCKET=" + c.s3.Bucket,
		"DOCMILL_ENGINE_CACHE_DIR=" + c.cache,
	}, c.tls...)
}

// Bucket is how to reach the object store that the services keep files in.
func (c *Cluster) Bucket() testkit.S3Info { return c.s3 }

// DatabaseURL is the database as its owner sees it.
func (c *Cluster) DatabaseURL() string { return c.database }

// NATSURL returns the URL of the NATS server.
func (c *Cluster) NATSURL() string {
	if c.nats == nil {
		return c.natsURL
	}
	return c.nats.ClientURL()
}

// NATSPassword is a NATS user's password.
func (c *Cluster) NATSPassword(user string) string { return c.passwords[user] }

// RoleURL is the database as a service sees it.
func (c *Cluster) RoleURL(schema string) string {
	c.t.Helper()
	u, err := url.Parse(c.database)
	require.NoError(c.t, err)
	u.User = url.UserPassword("docmill_"+schema, c.services.roles[schema])
	return u.String()
}

// NewAccounts creates n accounts whose requests go to url.
func (c *Cluster) NewAccounts(url string, n int) []Account {
	c.t.Helper()
	return newAccounts(c.t, c, url, n)
}

// UseDatabase makes processes started from now on use another database, by its owner's URL: a restored one.
func (c *Cluster) UseDatabase(owner string) { c.database = owner }

// UseBucket makes processes started from now on use another bucket.
func (c *Cluster) UseBucket(to testkit.S3Info) { c.s3 = to }

// UseSecretKey sets another installation secret for processes started from now on, and returns the one
// before.
func (c *Cluster) UseSecretKey(secret string) (before string) {
	before, c.secret = c.secret, secret
	return before
}

// NewRolePassword makes the next Provision change the password of a schema's role, for services started
// from now on. The caller must have a separate database server.
func (c *Cluster) NewRolePassword(schema string) {
	roles := maps.Clone(c.services.roles)
	roles[schema] = rand.Text()
	c.services.roles = roles
}

// NewNATSPasswords restarts NATS with other passwords for all users.
func (c *Cluster) NewNATSPasswords() {
	c.t.Helper()
	c.RestartNATS(func() {
		for user := range c.passwords {
			c.passwords[user] = rand.Text()
		}
		contract.SharePasswords(c.passwords)
	})
}

// CopyObjects runs docmill objects copy from the bucket to another one.
func (c *Cluster) CopyObjects(to testkit.S3Info) (said string, err error) {
	cmd := exec.Command(filepath.Join(c.services.dir, "docmill"), "objects", "copy")
	cmd.Env = append(c.environment(), "DOCMILL_TO_S3_ENDPOINT="+to.Endpoint, "DOCMILL_TO_S3_ACCESS_KEY="+to.AccessKey,
		"DOCMILL_TO_S3_SECRET_KEY="+to.SecretKey, "DOCMILL_TO_S3_BUCKET="+to.Bucket)
	out, err := cmd.CombinedOutput()
	return string(out), err
}
