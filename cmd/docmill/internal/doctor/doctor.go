// Package doctor checks an installation without changing anything, and recommends actions.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/cmd/docmill/internal/up"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
)

// Command is `docmill doctor`. Tags are kong's.
type Command struct {
	operator.Target

	DatabaseURL string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"URL of the database for its owner, if it differs from the data directory's."`

	S3Endpoint    string `name:"s3-endpoint" env:"DOCMILL_S3_ENDPOINT" help:"host:port of the object store, if it differs from the data directory's."`
	S3Credentials string `name:"s3-credentials" env:"DOCMILL_S3_CREDENTIALS" default:"static" help:"static: access key and secret key. workload-identity: the process's platform identity (AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN, AWS_CONTAINER_CREDENTIALS_FULL_URI, or the metadata service)."`
	S3STSEndpoint string `name:"s3-sts-endpoint" env:"DOCMILL_S3_STS_ENDPOINT" help:"URL of the STS for workload-identity; the default is AWS' for the region."`
	S3AccessKey   string `name:"s3-access-key" env:"DOCMILL_S3_ACCESS_KEY" help:"Access key of the object store."`
	S3SecretKey   string `name:"s3-secret-key" env:"DOCMILL_S3_SECRET_KEY" help:"Secret key of the object store."`
	S3Bucket      string `name:"s3-bucket" env:"DOCMILL_S3_BUCKET" default:"docmill" help:"Bucket."`
	S3Region      string `name:"s3-region" env:"DOCMILL_S3_REGION" default:"us-east-1" help:"Region of the bucket."`
	S3Secure      bool   `name:"s3-secure" env:"DOCMILL_S3_SECURE" help:"Use TLS for the object store."`
	S3CAFile      string `name:"s3-ca-file" env:"DOCMILL_S3_CA_FILE" help:"File of the authorities (PEM) of the object store's certificate; those of the system if empty."`

	AdminURLs    []string      `name:"admin-url" env:"DOCMILL_ADMIN_URLS" help:"Base URLs of the services' admin ports, if they differ from the data directory's: http://10.0.0.5:9090."`
	Certificates []string      `name:"certificate" help:"Additional certificate files (PEM) whose expiry is checked, such as that of the gateway's public port." env:"DOCMILL_TLS_CERT_FILE"`
	MaxWait      time.Duration `name:"max-wait" default:"10m" help:"Maximum time that a document may wait or be processed."`
	Webhooks     bool          `name:"webhooks-enabled" env:"DOCMILL_WEBHOOKS_ENABLED" help:"Webhooks are enabled: their consumer must be there."`
	JSON         bool          `name:"json" help:"Print a JSON object."`
}

// Validate reports every violation.
func (c Command) Validate() error {
	if c.MaxWait <= 0 {
		return errors.New("--max-wait: want a duration above zero")
	}
	return c.Encryption.Validate()
}

// Help is shown below the usage.
func (Command) Help() string {
	return "It reads only. Exit status: 0 when nothing must be done, 1 when something must."
}

// Run checks and prints the findings.
func (c Command) Run(ctx context.Context) error { return c.run(ctx, os.Stdout, time.Now()) }

func (c Command) run(ctx context.Context, out io.Writer, now time.Time) error {
	if err := c.complete(); err != nil {
		return err
	}
	report := c.Look(ctx, now)
	write := report.Write
	if c.JSON {
		write = report.WriteJSON
	}
	if err := write(out); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if n := report.Acts(); n > 0 {
		return exitstatus.With(exitstatus.Failed, fmt.Errorf("%d of %d findings must be acted upon", n, len(report.Findings)))
	}
	return nil
}

// complete takes unset values from the data directory, unless NATS is given: then services are separate.
func (c *Command) complete() error {
	if c.NATSURL != "" {
		c.DataDir = ""
		return nil
	}
	e, err := up.LoadEndpoints(c.DataDir)
	if errors.Is(err, os.ErrNotExist) {
		return exitstatus.With(exitstatus.Unreachable, fmt.Errorf(
			"no docmill has run in %s; name its data directory with --data-dir, or NATS with --nats-url", c.DataDir))
	}
	if err != nil {
		return err
	}
	creds, err := up.LoadCredentials(c.DataDir)
	if err != nil {
		return fmt.Errorf("data directory %s: %w", c.DataDir, err)
	}
	if c.DatabaseURL == "" {
		c.DatabaseURL = e.DatabaseURL(creds.Postgres)
	}
	if c.S3Endpoint == "" && e.S3 != "" {
		c.S3Endpoint, c.S3AccessKey, c.S3SecretKey = e.S3, creds.S3AccessKey, creds.S3SecretKey
		c.S3Bucket, c.S3Secure, c.S3CAFile = e.S3Bucket, false, ""
	}
	if len(c.AdminURLs) == 0 && e.Admin != "" {
		c.AdminURLs = []string{e.Admin}
	}
	return nil
}

// patience limits the check of each part, so that a hanging one is reported.
const patience = 10 * time.Second

// Look checks every known part independently: an unreachable one is a finding and does not prevent the
// others.
func (c Command) Look(ctx context.Context, now time.Time) *Report {
	r := &Report{}
	for _, look := range []func(context.Context, *Report, time.Time){
		c.lookAtNATS, c.lookAtDatabase, c.lookAtObjectStore, c.lookAtServices, c.lookAtFiles,
	} {
		within, cancel := context.WithTimeout(ctx, patience)
		look(within, r, now)
		cancel()
	}
	return r
}

func (c Command) streams() []contract.StreamSpec {
	if c.Webhooks {
		return contract.StreamsWithWebhooks()
	}
	return contract.Streams()
}

func (c Command) lookAtObjectStore(ctx context.Context, r *Report, now time.Time) {
	const area = "store"
	if c.S3Endpoint == "" {
		r.note(area, "name it with --s3-endpoint and its keys", "the object store was not looked at")
		return
	}
	state, err := blob.Inspect(ctx, blob.Config{
		Endpoint: c.S3Endpoint, AccessKey: c.S3AccessKey, SecretKey: c.S3SecretKey,
		Credentials: c.S3Credentials, STSEndpoint: c.S3STSEndpoint,
		Bucket: c.S3Bucket, Region: c.S3Region, Secure: c.S3Secure, CAFile: c.S3CAFile,
	})
	if err != nil {
		r.act(area, "see that it runs, that the keys are right and that docmill provision has made the bucket",
			"%s at %s: %v", c.S3Bucket, c.S3Endpoint, err)
	} else {
		r.ok(area, "%s answers at %s%s", c.S3Bucket, c.S3Endpoint, joinName(" (", state.Software, ")"))
	}
	r.clock(area, state.Now, state.Asked, state.Answered, time.Second)
	r.addCertificate(area, state.TLS, now)
}

func joinName(before, name, after string) string {
	if name == "" {
		return ""
	}
	return before + name + after
}
