// Package up runs the whole service in one process: embedded or external NATS, object store and PostgreSQL,
// and the five services.
package up

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"

	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/services/auth"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/gateway"
	"github.com/docmill/docmill/services/notifier"
)

// Config of `docmill up`. Tags are kong's.
type Config struct {
	Listen      string `name:"listen" env:"DOCMILL_LISTEN" default:"127.0.0.1:8080" help:"Address of the HTTP API."`
	NATSListen  string `name:"nats-listen" env:"DOCMILL_NATS_LISTEN" default:"127.0.0.1:4222" help:"Address where the embedded NATS takes subscribers and operators."`
	AdminListen string `name:"admin-listen" env:"DOCMILL_ADMIN_LISTEN" default:"127.0.0.1:0" help:"Address of the admin port: /healthz, /readyz, /metrics, profiles."`
	DataDir     string `name:"data-dir" env:"DOCMILL_DATA_DIR" default:"./.docmill" help:"Folder for all data."`

	BootstrapAPIKey        string `name:"bootstrap-api-key" env:"DOCMILL_BOOTSTRAP_API_KEY" help:"The first account's API key, instead of a random one."`
	BootstrapPlan          string `name:"bootstrap-plan" env:"DOCMILL_BOOTSTRAP_PLAN" default:"Enterprise" help:"The first account's plan."`
	NATSSubscriberPassword string `name:"nats-subscriber-password" env:"DOCMILL_NATS_SUBSCRIBER_PASSWORD" help:"Password of the read-only NATS user 'subscriber'; random if empty."`
	SecretKey              string `name:"secret-key" env:"DOCMILL_SECRET_KEY" help:"Secret from which key pepper and encryption keys are derived, at least 32 characters; generated at the first start if empty."`
	SecondSecretKey        string `name:"second-secret-key" env:"DOCMILL_SECOND_SECRET_KEY" help:"The old secret, while it is replaced by DOCMILL_SECRET_KEY."`

	DatabaseURL   string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"An external PostgreSQL instead of the embedded one."`
	NATSURL       string `name:"nats-url" env:"DOCMILL_NATS_URL" help:"An external NATS with JetStream instead of the embedded one, including credentials; used with one user and without a copy of the events for subscribers."`
	S3Endpoint    string `name:"s3-endpoint" env:"DOCMILL_S3_ENDPOINT" help:"host:port of an external S3 instead of the embedded one."`
	S3Credentials string `name:"s3-credentials" env:"DOCMILL_S3_CREDENTIALS" default:"static" help:"static: access key and secret key. workload-identity: the process's platform identity (AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN, AWS_CONTAINER_CREDENTIALS_FULL_URI, or the metadata service)."`
	S3STSEndpoint string `name:"s3-sts-endpoint" env:"DOCMILL_S3_STS_ENDPOINT" help:"URL of the STS for workload-identity; the default is AWS' for the region."`
	S3AccessKey   string `name:"s3-access-key" env:"DOCMILL_S3_ACCESS_KEY" help:"Access key of the external S3."`
	S3SecretKey   string `name:"s3-secret-key" env:"DOCMILL_S3_SECRET_KEY" help:"Secret key of the external S3."`
	S3Bucket      string `name:"s3-bucket" env:"DOCMILL_S3_BUCKET" default:"docmill" help:"Bucket for files; created if missing."`
	S3Region      string `name:"s3-region" env:"DOCMILL_S3_REGION" default:"us-east-1" help:"Region of the external S3."`
	S3Secure      bool   `name:"s3-secure" env:"DOCMILL_S3_SECURE" help:"Use TLS for the external S3."`
	S3CAFile      string `name:"s3-ca-file" env:"DOCMILL_S3_CA_FILE" help:"File of the authorities (PEM) of the external S3's certificate; those of the system if empty."`

	SignIn    auth.SignIn       `embed:""`
	Gateway   gateway.Tuning    `embed:""`
	Extractor extractor.Config  `embed:"" prefix:"extractor-"`
	Webhooks  notifier.Webhooks `embed:"" prefix:"webhooks-"`
	process.Encryption
	process.Logging
}

// Validate reports every violation.
func (c Config) Validate() error {
	errs := []error{
		address("DOCMILL_LISTEN", c.Listen), address("DOCMILL_NATS_LISTEN", c.NATSListen),
		address("DOCMILL_ADMIN_LISTEN", c.AdminListen), c.Logging.Validate(), c.Encryption.Validate(), c.requireTLS(),
		c.SignIn.Validate(), c.Gateway.Validate(), c.Extractor.Validate(), c.Webhooks.Validate(),
		provision.ValidateFirstKey(c.BootstrapAPIKey),
	}
	if c.DataDir == "" {
		errs = append(errs, errors.New("DOCMILL_DATA_DIR is empty"))
	}
	if _, err := contract.ParsePlan(c.BootstrapPlan); err != nil {
		errs = append(errs, fmt.Errorf("DOCMILL_BOOTSTRAP_PLAN: %w", err))
	}
	if c.SecretKey != "" && len(c.SecretKey) < auth.MinSecretKey {
		errs = append(errs, fmt.Errorf("DOCMILL_SECRET_KEY has %d characters, want at least %d", len(c.SecretKey),
			auth.MinSecretKey))
	}
	return errors.Join(append(errs, c.validateDatabase(), c.validateS3())...)
}

func (c Config) validateDatabase() error {
	u, err := url.Parse(c.DatabaseURL)
	if c.DatabaseURL != "" && (err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql") {
		// The parser's error would contain the URL with the password.
		return errors.New("DOCMILL_DATABASE_URL: want postgres://user:password@host:port/database")
	}
	return nil
}

func (c Config) validateS3() error {
	switch {
	case c.S3Endpoint == "" && (c.S3AccessKey != "" || c.S3SecretKey != ""):
		return errors.New("DOCMILL_S3_ACCESS_KEY and DOCMILL_S3_SECRET_KEY need DOCMILL_S3_ENDPOINT")
	case c.S3Endpoint != "" && c.S3Credentials != blob.WorkloadIdentity && (c.S3AccessKey == "" || c.S3SecretKey == ""):
		return errors.New("DOCMILL_S3_ENDPOINT needs DOCMILL_S3_ACCESS_KEY and DOCMILL_S3_SECRET_KEY")
	case c.S3Bucket == "":
		return errors.New("DOCMILL_S3_BUCKET is empty")
	case c.S3Endpoint != "":
		return c.outsideS3().ValidateCredentials()
	}
	return nil
}

func (c Config) outsideS3() blob.Config {
	return blob.Config{
		Endpoint: c.S3Endpoint, AccessKey: c.S3AccessKey, SecretKey: c.S3SecretKey,
		Credentials: c.S3Credentials, STSEndpoint: c.S3STSEndpoint,
		Bucket: c.S3Bucket, Region: c.S3Region, Secure: c.S3Secure, CAFile: c.S3CAFile,
	}
}

// requireTLS returns an error if a connection to another machine would be unencrypted.
func (c Config) requireTLS() error {
	if !c.TLSRequired {
		return nil
	}
	var errs []error
	if c.S3Endpoint != "" {
		errs = append(errs, c.outsideS3().RequireTLS())
	}
	if c.DatabaseURL != "" {
		if err := pgstore.RequireTLS(c.DatabaseURL); err != nil {
			errs = append(errs, fmt.Errorf("DOCMILL_DATABASE_URL: %w", err))
		}
	}
	if host, _, err := net.SplitHostPort(c.NATSListen); err == nil && c.NATSURL == "" && !net.ParseIP(host).IsLoopback() &&
		host != "localhost" {
		errs = append(errs, errors.New("DOCMILL_NATS_LISTEN: the embedded NATS speaks no TLS; with DOCMILL_TLS_REQUIRED "+
			"let it listen on 127.0.0.1, or run a NATS of its own"))
	}
	return errors.Join(errs...)
}

func address(name, value string) error {
	_, port, err := net.SplitHostPort(value)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("%s: %q is no address like 127.0.0.1:8080", name, value)
	}
	return nil
}
