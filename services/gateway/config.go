package gateway

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/access/limiter"
	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/documents/erasure"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
	"github.com/docmill/docmill/services/gateway/internal/documents/pages"
	"github.com/docmill/docmill/services/gateway/internal/jobs/claims"
	"github.com/docmill/docmill/services/gateway/internal/jobs/completion"
	"github.com/docmill/docmill/services/gateway/internal/jobs/dispatch"
	"github.com/docmill/docmill/services/gateway/internal/jobs/filecache"
	"github.com/docmill/docmill/services/gateway/internal/jobs/janitor"
	"github.com/docmill/docmill/services/gateway/internal/jobs/learn"
	"github.com/docmill/docmill/services/gateway/internal/store"
	"github.com/docmill/docmill/services/gateway/internal/web/api"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Config of the gateway. Its tags are those of libs/settings, whose Defaults sets the defaults.
type Config struct {
	Listen      string `name:"listen" env:"DOCMILL_LISTEN" default:"127.0.0.1:8080" help:"Address of the public HTTP port."`
	DatabaseURL string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"PostgreSQL URL of the gateway's role."`
	S3          S3     `embed:"" prefix:"s3-"`
	// WebhooksEnabled lets people register webhooks.
	WebhooksEnabled bool `name:"webhooks-enabled" env:"DOCMILL_WEBHOOKS_ENABLED" default:"false" help:"Accept webhooks (planned; off by default). Use the same value for notifier and provision."`
	Tuning
}

// Tuning has usable defaults.
type Tuning struct {
	Queue  Queue  `embed:"" prefix:"queue-"`
	Work   Work   `embed:"" prefix:"work-"`
	Policy Policy `embed:""`
	OIDC   OIDC   `embed:"" prefix:"oidc-"`
	TLS    TLS    `embed:"" prefix:"tls-"`

	// Learning makes corrections, confirmations and reviews teach layouts.
	Learning          bool          `name:"learning" env:"DOCMILL_LEARNING" default:"true" negatable:"" help:"Learn layouts from corrections, confirmations and reviews, and apply them to later documents."`
	NATSReplicas      int           `name:"nats-replicas" env:"DOCMILL_NATS_REPLICAS" default:"1" help:"Servers of a NATS cluster that keep each stream, at most 5. Set it as for provision."`
	DatabaseConns     int32         `name:"database-conns" env:"DOCMILL_GATEWAY_DATABASE_CONNS" default:"12" help:"Most database connections."`
	MaxConnections    int           `kong:"-"`
	MaxPerAddress     int           `name:"max-connections-per-address" env:"DOCMILL_GATEWAY_MAX_CONNECTIONS_PER_ADDRESS" default:"1000" help:"Maximum HTTP connections of one client address (IPv6: one /64), at most half of all; trusted proxies are exempt."`
	StreamsEvery      time.Duration `kong:"-"`
	JanitorEvery      time.Duration `name:"janitor-every" env:"DOCMILL_GATEWAY_JANITOR_EVERY" default:"1h" help:"Pause between two searches for orphaned objects."`
	JanitorMinimumAge time.Duration `name:"janitor-minimum-age" env:"DOCMILL_GATEWAY_JANITOR_MINIMUM_AGE" default:"1h" help:"Age at which an object without a document is removed."`
}

// S3 is the object store for files and large results.
type S3 struct {
	Endpoint    string `name:"endpoint" env:"DOCMILL_S3_ENDPOINT" help:"host:port of the object store, for extractors as well."`
	Credentials string `name:"credentials" env:"DOCMILL_S3_CREDENTIALS" default:"static" help:"static: access key and secret key. workload-identity: the process's platform identity (AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN, AWS_CONTAINER_CREDENTIALS_FULL_URI, or the metadata service)."`
	STSEndpoint string `name:"sts-endpoint" env:"DOCMILL_S3_STS_ENDPOINT" help:"URL of the STS for workload-identity; the default is AWS' for the region."`
	AccessKey   string `name:"access-key" env:"DOCMILL_S3_ACCESS_KEY" help:"Access key of the object store."`
	SecretKey   string `name:"secret-key" env:"DOCMILL_S3_SECRET_KEY" help:"Secret key of the object store."`
	Bucket      string `name:"bucket" env:"DOCMILL_S3_BUCKET" default:"docmill" help:"Bucket for files and results."`
	Region      string `name:"region" env:"DOCMILL_S3_REGION" default:"us-east-1" help:"Region of the bucket."`
	Secure      bool   `name:"secure" env:"DOCMILL_S3_SECURE" help:"Use TLS for the object store."`
	CAFile      string `name:"ca-file" env:"DOCMILL_S3_CA_FILE" help:"File of the authorities (PEM) of the object store's certificate; those of the system if empty."`
}

// Queue bounds waiting and released documents.
type Queue struct {
	MaxTotal   int           `name:"max-total" env:"DOCMILL_QUEUE_MAX_TOTAL" default:"100000" help:"Waiting documents at which all uploads are refused."`
	Window     int           `name:"window" env:"DOCMILL_QUEUE_WINDOW" default:"32" help:"Maximum number of unclaimed commands per lane."`
	InWork     int           `name:"in-work" env:"DOCMILL_QUEUE_IN_WORK" default:"128" help:"Concurrent documents of one account over all lanes."`
	Redispatch time.Duration `name:"redispatch" env:"DOCMILL_QUEUE_REDISPATCH" default:"30s" help:"How long a command may stay unclaimed before it is published again."`
	Poll       time.Duration `kong:"-"`
}

// Work sets how documents are handed out.
type Work struct {
	Lease       time.Duration   `name:"lease" env:"DOCMILL_WORK_LEASE" default:"20s" help:"How long a claim is valid without renewal."`
	Deadline    time.Duration   `name:"deadline" env:"DOCMILL_WORK_DEADLINE" default:"300s" help:"Time limit of one document."`
	CrashPauses []time.Duration `kong:"-"`
	ErrorPauses []time.Duration `name:"error-pauses" env:"DOCMILL_WORK_ERROR_PAUSES" default:"10s,60s" help:"Pauses before further attempts after an error."`
}

// Policy is what the operator allows and promises.
type Policy struct {
	Retention time.Duration `name:"retention" env:"DOCMILL_RETENTION" default:"0s" help:"How long documents are kept if their account sets no retention; 0s keeps them forever."`
	// BackupRetention is how long the ids of erased documents are kept.
	BackupRetention time.Duration `name:"backup-retention" env:"DOCMILL_BACKUP_RETENTION" default:"2160h" help:"How long backups of the database are kept: for that time the object store keeps the ids of erased documents, which are erased again after a restore. 0s keeps none."`
	Registration    string        `name:"registration" env:"DOCMILL_REGISTRATION" default:"closed" enum:"closed,open" help:"Who may create a Free account: anyone (open) or operators only (closed)."`
	PublicURL       string        `name:"public-url" env:"DOCMILL_PUBLIC_URL" help:"Address under which browsers reach the gateway, like https://docmill.example; OpenID Connect needs it."`
	TrustedProxies  []string      `name:"trusted-proxies" env:"DOCMILL_TRUSTED_PROXIES" help:"Networks (CIDR) of proxies with a trusted X-Forwarded-For; none if empty."`
}

// Settings that operators do not change. Fields without a tag replace some of them in tests.
const (
	maxConnections       = 10_000
	maxUploads           = 32
	maxUploadsPerAccount = 8
	maxQueuedPerAccount  = 5000 // documents; further uploads are refused
	resultWorkers        = 16
	drainTimeout         = 15 * time.Second // for requests under way
	streamsPause         = 2 * time.Second  // between checks for missing streams
	queuePoll            = 250 * time.Millisecond
)

func (q Queue) poll() time.Duration { return cmp.Or(q.Poll, queuePoll) }

// inFlight returns how many documents of one account are released or worked on in one lane.
func (q Queue) inFlight() int { return max(1, q.InWork/2) }

func (w Work) crashPauses() []time.Duration {
	if w.CrashPauses == nil {
		return []time.Duration{time.Second, time.Second}
	}
	return w.CrashPauses
}

// Validate reports every violation.
func (c Config) Validate() error {
	errs := []error{c.S3.validate(), c.Tuning.Validate()}
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		errs = append(errs, fmt.Errorf("DOCMILL_LISTEN: %w", err))
	}
	if u, err := url.Parse(c.DatabaseURL); err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		// The parser's error would contain the URL with the password.
		errs = append(errs, errors.New("DOCMILL_DATABASE_URL: want postgres://user:password@host:port/database"))
	}
	if c.OIDC.Issuer != "" && c.OIDC.ClientSecret == "" && c.shared() == "" {
		errs = append(errs, errors.New("DOCMILL_OIDC_CLIENT_SECRET: must be set, as gateways share no other secret"))
	}
	return errors.Join(errs...)
}

// shared is a secret that all gateways have, of the object store (none with workload identity) and the database, or "".
func (c Config) shared() string {
	password := ""
	if u, err := url.Parse(c.DatabaseURL); err == nil {
		password, _ = u.User.Password()
	}
	return c.S3.SecretKey + password
}

// Validate reports every violation.
func (t Tuning) Validate() error {
	return errors.Join(
		t.Queue.validate(), t.Work.validate(), t.Policy.validate(), t.OIDC.validate(t.Policy.PublicURL), t.TLS.validate(),
		atLeast("DOCMILL_GATEWAY_DATABASE_CONNS", t.DatabaseConns, 2),
		contract.ValidateReplicas(t.NATSReplicas),
		atLeast("DOCMILL_GATEWAY_MAX_CONNECTIONS_PER_ADDRESS", t.MaxPerAddress, 1),
		atLeast("DOCMILL_GATEWAY_JANITOR_EVERY", t.JanitorEvery, time.Second),
		// A claim's result lies unreferenced for as long as the claim may last.
		atLeast("DOCMILL_GATEWAY_JANITOR_MINIMUM_AGE", t.JanitorMinimumAge, 2*(t.Work.Deadline+t.Work.Lease)),
	)
}

func (s S3) validate() error {
	return errors.Join(
		isSet("DOCMILL_S3_ENDPOINT", s.Endpoint),
		Config{S3: s}.blob().ValidateCredentials(),
		isSet("DOCMILL_S3_BUCKET", s.Bucket),
	)
}

func isSet(name, value string) error {
	if value == "" {
		return fmt.Errorf("%s is not set", name)
	}
	return nil
}

func (q Queue) validate() error {
	return errors.Join(
		atLeast("DOCMILL_QUEUE_MAX_TOTAL", q.MaxTotal, 1),
		atLeast("DOCMILL_QUEUE_WINDOW", q.Window, 1),
		atLeast("DOCMILL_QUEUE_IN_WORK", q.InWork, 1),
		atLeast("DOCMILL_QUEUE_REDISPATCH", q.Redispatch, time.Millisecond),
	)
}

func (w Work) validate() error {
	errs := []error{
		atLeast("DOCMILL_WORK_LEASE", w.Lease, time.Millisecond),
		atLeast("DOCMILL_WORK_DEADLINE", w.Deadline, time.Millisecond),
	}
	if len(w.ErrorPauses) == 0 {
		errs = append(errs, errors.New("DOCMILL_WORK_ERROR_PAUSES is empty"))
	}
	for _, pause := range w.ErrorPauses {
		errs = append(errs, atLeast("DOCMILL_WORK_ERROR_PAUSES", pause, 0))
	}
	return errors.Join(errs...)
}

const (
	registrationClosed = "closed"
	registrationOpen   = "open"
)

func (p Policy) validate() error {
	_, err := p.trustedProxies()
	errs := []error{
		atLeast("DOCMILL_RETENTION", p.Retention, 0), atLeast("DOCMILL_BACKUP_RETENTION", p.BackupRetention, 0), err,
	}
	if p.Registration != registrationClosed && p.Registration != registrationOpen {
		errs = append(errs, fmt.Errorf("DOCMILL_REGISTRATION is %q, want %q or %q", p.Registration,
			registrationClosed, registrationOpen))
	}
	return errors.Join(errs...)
}

// trustedProxies reads a bare address as a network of that address.
func (p Policy) trustedProxies() ([]netip.Prefix, error) {
	var networks []netip.Prefix
	var errs []error
	for _, text := range p.TrustedProxies {
		network, err := netip.ParsePrefix(text)
		if addr, bare := netip.ParseAddr(text); bare == nil && addr.Zone() == "" {
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("DOCMILL_TRUSTED_PROXIES: %q is not a CIDR such as 10.0.0.0/8", text))
			continue
		}
		networks = append(networks, network.Masked())
	}
	return networks, errors.Join(errs...)
}

func atLeast[T int | int32 | time.Duration](name string, value, least T) error {
	if value < least {
		return fmt.Errorf("%s is %v, want at least %v", name, value, least)
	}
	return nil
}

func (c Config) blob() blob.Config {
	return blob.Config{
		Endpoint: c.S3.Endpoint, AccessKey: c.S3.AccessKey, SecretKey: c.S3.SecretKey,
		Credentials: c.S3.Credentials, STSEndpoint: c.S3.STSEndpoint,
		Bucket: c.S3.Bucket, Region: c.S3.Region, Secure: c.S3.Secure, CAFile: c.S3.CAFile,
	}
}

func (c Config) http() httpserver.Config {
	h := httpserver.DefaultConfig()
	h.DrainTimeout = drainTimeout
	h.MaxConnections, h.MaxConnectionsPerAddress = c.connections(openFiles())
	h.TrustedProxies, _ = c.Policy.trustedProxies() // Validate has found no fault
	return h
}

func (c Config) api() api.Config {
	return api.Config{
		Webhooks: c.WebhooksEnabled, OpenRegistration: c.Policy.Registration == registrationOpen,
	}
}

func (c Config) uploads() intake.Config {
	return intake.Config{MaxUploads: maxUploads, MaxUploadsPerAccount: maxUploadsPerAccount}
}

// Small files are cached: a read from the object store costs more than a message with the file (docs/performance.md).
const (
	cachedFileBytes = 64 << 10 // covers most text documents
	fileCacheBytes  = 16 << 20
	fileCacheFor    = time.Minute // covers a short queue
)

func (c Config) fileCache() filecache.Config {
	return filecache.Config{FileBytes: cachedFileBytes, Bytes: fileCacheBytes, For: fileCacheFor}
}

// accountsPerWindow limits an account to a quarter of a lane's window, so that other accounts do not wait behind it.
const accountsPerWindow = 4

// Pauses that depend on message round trips, not on the load.
const (
	recheckPause = 2 * time.Second // a command that was on its way out is gone by then
	releasePause = time.Second     // an acknowledgement has arrived by then
	streamPause  = 5 * time.Second
	blockedPause = time.Second // a document of an account at its bound has ended by then
)

func (c Config) dispatch() dispatch.Config {
	return dispatch.Config{
		Window: store.Window{
			PerLane: c.Queue.Window, Share: max(1, c.Queue.Window/accountsPerWindow),
			InFlight: c.Queue.inFlight(), Redispatch: c.Queue.Redispatch,
		},
		Every: c.Queue.poll(), Recheck: min(recheckPause, c.Queue.Redispatch), StreamEvery: streamPause,
	}
}

// streams returns those that the gateway maintains.
func (c Config) streams() []contract.StreamSpec {
	if c.WebhooksEnabled {
		return contract.Replicated(contract.StreamsWithWebhooks(), c.NATSReplicas)
	}
	return contract.Replicated(contract.Streams(), c.NATSReplicas)
}

func (c Config) claims() claims.Config {
	return claims.Config{
		Lease: c.Work.Lease, Deadline: c.Work.Deadline, ReleasePause: releasePause, BlockedPause: blockedPause,
		Bound: store.Bound{InLane: c.Queue.inFlight(), InAll: c.Queue.InWork}, Low: c.Queue.Window / accountsPerWindow / 2,
	}
}

// pictureLife is longer than the upload address of a page image is valid.
const pictureLife = 2 * time.Minute

// writeLife is how long an address issued for a document may be written to.
func (c Config) writeLife() time.Duration {
	return max(c.claims().Longest(), pictureLife) + blob.ClockSkew
}

// horizon is how far ahead of the database's clock the gateway writes times.
func (c Config) horizon() store.Horizon {
	wait := releasePause
	for _, pause := range slices.Concat(c.Work.crashPauses(), c.Work.ErrorPauses) {
		wait = max(wait, pause)
	}
	return store.Horizon{
		Wait: wait, Redispatch: max(c.Queue.Redispatch, recheckPause), Lease: c.Work.Lease,
		Erasure: max(c.writeLife(), erasure.RetryPause),
	}
}

// gatherFor is how long a result of a batch waits to be stored with others.
const gatherFor = 100 * time.Millisecond

func (c Config) results() completion.Config {
	return completion.Config{
		Workers: resultWorkers, Batches: completion.Gathering{Count: resultWorkers / 2, Wait: gatherFor},
		CrashPauses: c.Work.crashPauses(), ErrorPauses: c.Work.ErrorPauses,
	}
}

// learnPause is the pause after the first failed attempt at learning from a document.
const learnPause = 15 * time.Second

func (c Config) learn() learn.Config {
	return learn.Config{Deadline: c.Work.Deadline, Poll: c.Queue.poll(), Pause: learnPause}
}

func (c Config) limits() documents.Limits {
	return documents.Limits{PerAccount: maxQueuedPerAccount, Total: c.Queue.MaxTotal}
}

func (c Config) janitor() janitor.Config {
	return janitor.Config{
		Every: c.JanitorEvery, MinAge: c.JanitorMinimumAge, ErasedFor: c.Policy.BackupRetention,
		Pages: pages.Root, Marks: erasure.Marks,
	}
}

// Bounds of requests that read many documents: text searches and exports. Both share maxSearches database connections.
const (
	maxSearches, maxSearchesPerAccount = 4, 2
	maxExports, maxExportsPerAccount   = 16, 2

	searchesWaiting, searchWait = 8, 3 * time.Second // of one account
	exportsWaiting, exportWait  = 4, 2 * time.Second
)

func newSearches() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: maxSearches, MaxPerAccount: maxSearchesPerAccount, MaxWaiting: searchesWaiting, Wait: searchWait,
		Busy: "Too many searches are under way. Try again in a moment.",
	})
}

func newExports() *limiter.Limiter {
	return limiter.New(limiter.Config{
		Max: maxExports, MaxPerAccount: maxExportsPerAccount, MaxWaiting: exportsWaiting, Wait: exportWait,
		Busy: "Too many exports are running. Try again when one has finished.",
	})
}
