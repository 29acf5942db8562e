package provision

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/bus"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/pgstore"
	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/services/auth"
)

// Command is `docmill provision`. Tags are kong's.
type Command struct {
	DatabaseURL      string `name:"database-url" env:"DOCMILL_DATABASE_URL" help:"URL of the database for its owner, to create roles and schemas."`
	AuthPassword     string `name:"auth-database-password" env:"DOCMILL_AUTH_DATABASE_PASSWORD" help:"Password of the database role docmill_auth."`
	GatewayPassword  string `name:"gateway-database-password" env:"DOCMILL_GATEWAY_DATABASE_PASSWORD" help:"Password of the database role docmill_gateway."`
	NotifierPassword string `name:"notifier-database-password" env:"DOCMILL_NOTIFIER_DATABASE_PASSWORD" help:"Password of the database role docmill_notifier."`
	QuotaPassword    string `name:"quota-database-password" env:"DOCMILL_QUOTA_DATABASE_PASSWORD" help:"Password of the database role docmill_quota."`

	NATSURL      string `name:"nats-url" env:"DOCMILL_NATS_URL" default:"nats://127.0.0.1:4222" help:"Address of NATS."`
	NATSPassword string `name:"nats-password" env:"DOCMILL_NATS_PASSWORD" help:"Password of the NATS user operator."`
	NATSReplicas int    `name:"nats-replicas" env:"DOCMILL_NATS_REPLICAS" default:"1" help:"Servers of a NATS cluster that keep each stream, at most 5; never lowered. Set it as for the gateway."`

	S3Endpoint    string `name:"s3-endpoint" env:"DOCMILL_S3_ENDPOINT" help:"host:port of the object store."`
	S3Credentials string `name:"s3-credentials" env:"DOCMILL_S3_CREDENTIALS" default:"static" help:"static: access key and secret key. workload-identity: the process's platform identity (AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN, AWS_CONTAINER_CREDENTIALS_FULL_URI, or the metadata service)."`
	S3STSEndpoint string `name:"s3-sts-endpoint" env:"DOCMILL_S3_STS_ENDPOINT" help:"URL of the STS for workload-identity; the default is AWS' for the region."`
	S3AccessKey   string `name:"s3-access-key" env:"DOCMILL_S3_ACCESS_KEY" help:"Access key of the object store."`
	S3SecretKey   string `name:"s3-secret-key" env:"DOCMILL_S3_SECRET_KEY" help:"Secret key of the object store."`
	S3Bucket      string `name:"s3-bucket" env:"DOCMILL_S3_BUCKET" default:"docmill" help:"Bucket; created if missing."`
	S3Region      string `name:"s3-region" env:"DOCMILL_S3_REGION" default:"us-east-1" help:"Region of the bucket."`
	S3Secure      bool   `name:"s3-secure" env:"DOCMILL_S3_SECURE" help:"Use TLS for the object store."`
	S3CAFile      string `name:"s3-ca-file" env:"DOCMILL_S3_CA_FILE" help:"File of the authorities (PEM) of the object store's certificate; those of the system if empty."`

	SecretKey       string `name:"secret-key" env:"DOCMILL_SECRET_KEY" help:"Secret of the installation, at least 32 characters."`
	BootstrapAPIKey string `name:"bootstrap-api-key" env:"DOCMILL_BOOTSTRAP_API_KEY" help:"The first account's API key; random if empty."`
	BootstrapPlan   string `name:"bootstrap-plan" env:"DOCMILL_BOOTSTRAP_PLAN" default:"Enterprise" help:"The first account's plan."`
	PublicURL       string `name:"public-url" env:"DOCMILL_PUBLIC_URL" help:"Address under which browsers reach the gateway, for the link that sets the owner's password."`

	WebhooksEnabled bool `name:"webhooks-enabled" env:"DOCMILL_WEBHOOKS_ENABLED" default:"false" help:"Create what webhooks need (planned); otherwise remove it. Use the same value for gateway and notifier."`

	process.Encryption
	process.Logging
}

// Validate reports every violation.
func (c Command) Validate() error {
	errs := []error{
		c.Logging.Validate(), c.Encryption.Validate(), ValidateFirstKey(c.BootstrapAPIKey),
		contract.ValidateReplicas(c.NATSReplicas),
	}
	errs = append(errs, c.blob().ValidateCredentials())
	if c.TLSRequired {
		errs = append(errs, c.blob().RequireTLS())
	}
	if err := pgstore.RequireTLS(c.DatabaseURL); c.TLSRequired && err != nil {
		errs = append(errs, fmt.Errorf("DOCMILL_DATABASE_URL: %w", err))
	}
	for _, needed := range []struct{ name, value string }{
		{"DOCMILL_DATABASE_URL", c.DatabaseURL}, {"DOCMILL_S3_ENDPOINT", c.S3Endpoint},
		{"DOCMILL_AUTH_DATABASE_PASSWORD", c.AuthPassword}, {"DOCMILL_GATEWAY_DATABASE_PASSWORD", c.GatewayPassword},
		{"DOCMILL_NOTIFIER_DATABASE_PASSWORD", c.NotifierPassword}, {"DOCMILL_QUOTA_DATABASE_PASSWORD", c.QuotaPassword},
	} {
		if needed.value == "" {
			errs = append(errs, fmt.Errorf("%s is not set", needed.name))
		}
	}
	if n := len(c.SecretKey); n < auth.MinSecretKey {
		errs = append(errs, fmt.Errorf("DOCMILL_SECRET_KEY has %d characters, want at least %d", n, auth.MinSecretKey))
	}
	if _, err := contract.ParsePlan(c.BootstrapPlan); err != nil {
		errs = append(errs, fmt.Errorf("DOCMILL_BOOTSTRAP_PLAN: %w", err))
	}
	return errors.Join(errs...)
}

// ValidateFirstKey checks the form of the first key.
func ValidateFirstKey(key string) error {
	if key != "" && contract.FormOfKey(key) != contract.KeyLive {
		return fmt.Errorf("DOCMILL_BOOTSTRAP_API_KEY has not the form of a key: %s and 48 lower-case hexadecimal characters",
			contract.KeyPrefixLive)
	}
	if key == contract.KeyPrefixLive+strings.Repeat("0", contract.KeyLen-len(contract.KeyPrefixLive)) {
		return errors.New("DOCMILL_BOOTSTRAP_API_KEY is the placeholder of the API reference, which everyone knows")
	}
	return nil
}

func (c Command) roles() map[string]string {
	return map[string]string{
		"auth": c.AuthPassword, "gateway": c.GatewayPassword, "notifier": c.NotifierPassword, "quota": c.QuotaPassword,
	}
}

// Run makes everything and prints the first key, if it made one.
func (c Command) Run(ctx context.Context) error {
	plan, err := contract.ParsePlan(c.BootstrapPlan)
	if err != nil {
		return err
	}
	tel, err := c.Telemetry(ctx, "provision", os.Stderr)
	if err != nil {
		return err
	}
	_, first, err := Everything(ctx, Target{
		DatabaseURL: c.DatabaseURL, Roles: c.roles(),
		NATS: bus.Config{URL: c.NATSURL, User: contract.UserOperator, Password: c.NATSPassword, Name: "provision",
			TLS: c.Encryption.NATS()},
		Blob:      c.blob(),
		SecretKey: c.SecretKey, FirstKey: c.BootstrapAPIKey, FirstPlan: plan,
		Webhooks: c.WebhooksEnabled, Replicas: c.NATSReplicas,
	}, tel)
	if err != nil {
		return err
	}
	return announce(os.Stdout, first, c.BootstrapAPIKey != "", c.PublicURL)
}

func (c Command) blob() blob.Config {
	return blob.Config{
		Endpoint: c.S3Endpoint, AccessKey: c.S3AccessKey, SecretKey: c.S3SecretKey,
		Credentials: c.S3Credentials, STSEndpoint: c.S3STSEndpoint,
		Bucket: c.S3Bucket, Region: c.S3Region, Secure: c.S3Secure, CAFile: c.S3CAFile,
	}
}

// nowhere is the placeholder for an unknown gateway address.
const nowhere = "https://<gateway>"

func announce(out io.Writer, first First, given bool, publicURL string) error {
	text := "Database, streams and bucket are up to date.\n"
	if first.Key != "" && !given {
		text += fmt.Sprintf("\nYour API key, shown this once:\n\n  %s\n", first.Key)
	}
	if first.Secret != "" {
		text += fmt.Sprintf("\nSet the owner's password for the dashboard here, once, within %.0f hours:\n\n  %s\n",
			contract.LinkLife.Hours(), contract.InviteLink(cmp.Or(publicURL, nowhere), first.Secret))
	}
	_, err := io.WriteString(out, text)
	return err
}
