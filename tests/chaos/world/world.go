// Package world runs docmill as separate processes for fault injection: NATS, PostgreSQL and an object
// store that can be killed, and services that reach each of them over separate network links.
package world

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/fault"
	"github.com/docmill/docmill/tests/clock"
	"github.com/docmill/docmill/tests/hook"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/natsclient"
)

// World is one such docmill.
type World struct {
	Cluster  *instance.Cluster
	Gateways []string // base URLs
	Accounts []instance.Account

	t        testing.TB
	dir      string
	nats     *server
	objects  *server
	former   instance.Services // of the release before
	disks    disks
	pg       *pgd.Cluster
	pgConfig pgd.Config
	pgClock  *clock.Clock
	bucket   testkit.S3Info
	replicas []*replica
	messages *messages
	receiver *hook.Receiver  // of webhooks
	open     map[string]bool // documents that had not ended when the last fault was over
	running  sync.WaitGroup  // faults

	// One fault at a time per server.
	natsLock, objectsLock, pgLock, clockLock sync.Mutex

	mu   sync.Mutex
	errs []error // of faults: a server that does not start again
}

func services() []string {
	return []string{"auth", "quota", "notifier", "extractor", "extractor", "gateway", "gateway"}
}

// Releases are the executables of this release and the previous one, which fault.Upgrade needs.
type Releases struct{ Current, Former instance.Services }

// Start starts everything, creates accounts, the last one on the Free plan, and waits until all is ready.
// Everything ends with the test.
func Start(t testing.TB, s Releases, accounts int) *World {
	t.Helper()
	w := &World{t: t, dir: instance.Dir(t), former: s.Former, receiver: hook.New(t)}
	w.startServers()
	w.Cluster = s.Current.NewClusterOver(t, instance.Servers{
		NATSURL: "nats://" + w.nats.settings.Listen, Passwords: w.nats.settings.Passwords,
		Database: w.databaseAt(w.pg.AdminDSN(), w.link(w.dialPostgres).Address()), Objects: w.bucket,
	})
	w.Cluster.Provision("DOCMILL_WEBHOOKS_ENABLED=true")
	for _, name := range services() {
		w.addReplica(name)
	}
	t.Cleanup(w.endReplicas)
	require.NoError(t, w.AwaitReady())
	w.messages = w.listen(t)
	admin := natsclient.Bus(t, w, contract.UserAdmin)
	for n := range accounts - 1 {
		w.Accounts = append(w.Accounts, instance.NewAccount(t, admin, fmt.Sprintf("account %d", n), contract.PlanEnterprise))
	}
	w.Accounts = append(w.Accounts, instance.NewAccount(t, admin, "limited", contract.PlanFree))
	w.subscribe()
	return w
}

func (w *World) startServers() {
	w.t.Helper()
	passwords := map[string]string{}
	for name := range contract.Users() {
		passwords[name] = rand.Text()
	}
	contract.SharePasswords(passwords)
	w.disks = disks{nats: w.newDisk("nats"), postgres: w.newDisk("postgres"), objects: w.newDisk("objects")}
	w.nats = &server{kind: "nats", settings: serverSettings{
		Dir: filepath.Join(w.disks.nats.dir, "store"), Listen: "127.0.0.1:0", Passwords: passwords,
	}}
	w.objects = &server{kind: "objects", settings: serverSettings{
		Dir: filepath.Join(w.disks.objects.dir, "store"), AccessKey: "docmill-test", SecretKey: rand.Text(),
	}}
	for _, s := range []*server{w.nats, w.objects} {
		require.NoError(w.t, s.start())
		w.t.Cleanup(s.kill)
	}
	w.bucket = testkit.S3Info{Endpoint: w.objects.settings.Listen, AccessKey: w.objects.settings.AccessKey,
		SecretKey: w.objects.settings.SecretKey, Bucket: "docmill"}
	preload, err := clock.Preload(w.dir)
	require.NoError(w.t, err)
	w.pgClock = w.newClock()
	w.pgConfig = pgd.Config{Dir: filepath.Join(w.disks.postgres.dir, "store"), Password: rand.Text(), Durable: true,
		Env: []string{preload, w.pgClock.Env()}}
	if w.pg, err = pgd.Start(w.t.Context(), w.pgConfig); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = w.pg.Stop(context.Background()) })
}

func (w *World) newClock() *clock.Clock {
	w.t.Helper()
	c, err := clock.New(w.dir)
	require.NoError(w.t, err)
	w.t.Cleanup(func() { _ = c.Close() })
	return c
}

// link connects to a server until the test ends.
func (w *World) link(dial func() (net.Conn, error)) *fault.Link {
	w.t.Helper()
	l, err := fault.NewLink(dial)
	require.NoError(w.t, err)
	w.t.Cleanup(l.Close)
	return l
}

func (w *World) dialNATS() (net.Conn, error)    { return net.Dial("tcp", w.nats.settings.Listen) }
func (w *World) dialObjects() (net.Conn, error) { return net.Dial("tcp", w.bucket.Endpoint) }

func (w *World) dialPostgres() (net.Conn, error) {
	w.mu.Lock()
	address := w.pg.AdminDSN()
	w.mu.Unlock()
	cfg, err := pgconn.ParseConfig(address)
	if err != nil {
		return nil, err
	}
	network, at := pgconn.NetworkAddress(cfg.Host, cfg.Port)
	return net.Dial(network, at)
}

// databaseAt returns a database's URL at another address.
func (w *World) databaseAt(database, address string) string {
	w.t.Helper()
	u, err := url.Parse(database)
	require.NoError(w.t, err)
	u.Host, u.RawQuery = address, "sslmode=disable"
	return u.String()
}

// lease is how long a claim is valid: short, so that documents of killed extractors are processed again soon.
const lease = 5 * time.Second

// addReplica starts a service behind links. An extractor's object store link is that of the claim's gateway.
func (w *World) addReplica(name string) {
	w.t.Helper()
	nats := w.link(w.dialNATS)
	r := &replica{
		name: name, cluster: w.Cluster, links: []*fault.Link{nats}, clock: w.newClock(), done: make(chan struct{}),
	}
	r.env = []string{"DOCMILL_NATS_URL=nats://" + nats.Address(), r.clock.Env()}
	if name != "extractor" {
		pg := w.link(w.dialPostgres)
		r.links = append(r.links, pg)
		r.env = append(r.env, "DOCMILL_DATABASE_URL="+w.databaseAt(w.Cluster.RoleURL(name), pg.Address()))
	} else {
		r.env = append(r.env, "DOCMILL_EXTRACTOR_WORKERS=2", "DOCMILL_EXTRACTOR_IDLE_MEMORY_MB=256")
	}
	if name == "notifier" {
		r.env = append(r.env, w.receiver.Settings()...)
	}
	if name == "gateway" {
		objects, listen := w.link(w.dialObjects), instance.FreeAddress(w.t)
		r.links = append(r.links, objects)
		r.env = append(r.env, "DOCMILL_S3_ENDPOINT="+objects.Address(), "DOCMILL_LISTEN="+listen,
			"DOCMILL_WORK_LEASE="+lease.String(), "DOCMILL_WORK_ERROR_PAUSES=2s,5s", "DOCMILL_QUEUE_REDISPATCH=10s",
			"DOCMILL_WEBHOOKS_ENABLED=true")
		w.Gateways = append(w.Gateways, "http://"+listen)
	}
	w.replicas = append(w.replicas, r)
	go r.run()
}

func (w *World) endReplicas() {
	for _, r := range w.replicas {
		r.end()
	}
	if w.t.Failed() {
		for n, r := range w.replicas {
			w.keepLog(n, r)
		}
	}
}

// keepLog writes a replica's last log beside the history.
func (w *World) keepLog(n int, r *replica) {
	name := filepath.Join(os.TempDir(), fmt.Sprintf("docmill-chaos-%s-%d.log", r.name, n))
	if err := os.WriteFile(name, []byte(r.process.Output()), 0o600); err == nil {
		w.t.Logf("log of %s: %s", r.name, name)
	}
}

// AwaitReady waits until all services are ready.
func (w *World) AwaitReady() error {
	for _, r := range w.replicas {
		if err := r.ready(testkit.Patience); err != nil {
			return err
		}
	}
	return nil
}

// Target lists the parts that faults may affect.
func (w *World) Target() fault.Target {
	t := fault.Target{Services: len(w.replicas)}
	for _, r := range w.replicas {
		t.Servers = append(t.Servers, len(r.links))
	}
	return t
}

// Surprises are services that ended without a fault, and faults that could not be reverted.
func (w *World) Surprises() []string {
	var all []string
	for _, r := range w.replicas {
		all = append(all, r.surprises()...)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, err := range w.errs {
		all = append(all, err.Error())
	}
	return all
}

// DatabaseURL is the database as its owner sees it, past all links.
func (w *World) DatabaseURL() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.pg.AdminDSN()
}

// NATSURL is the address of NATS without a link.
func (w *World) NATSURL() string { return "nats://" + w.nats.settings.Listen }

// NATSPassword is a NATS user's password.
func (w *World) NATSPassword(user string) string { return w.nats.settings.Passwords[user] }

// objectFiles is the bucket's folder of the object store (package s3d).
func (w *World) objectFiles() string {
	return filepath.Join(w.disks.objects.dir, "store", "buckets", strings.ToLower(w.bucket.Bucket))
}
