// Package objects implements the commands for an installation's objects.
package objects

import (
	"context"
	"errors"
	"fmt"

	"github.com/docmill/docmill/libs/blob"
)

// Copy is `docmill objects copy`. Tags are kong's.
type Copy struct {
	Endpoint    string `name:"s3-endpoint" env:"DOCMILL_S3_ENDPOINT" required:"" help:"host:port of the object store."`
	Credentials string `name:"s3-credentials" env:"DOCMILL_S3_CREDENTIALS" default:"static" help:"static, or workload-identity, as for docmill provision."`
	STSEndpoint string `name:"s3-sts-endpoint" env:"DOCMILL_S3_STS_ENDPOINT" help:"URL of the STS for workload-identity."`
	AccessKey   string `name:"s3-access-key" env:"DOCMILL_S3_ACCESS_KEY" help:"Access key."`
	SecretKey   string `name:"s3-secret-key" env:"DOCMILL_S3_SECRET_KEY" help:"Secret key."`
	Bucket      string `name:"s3-bucket" env:"DOCMILL_S3_BUCKET" default:"docmill" help:"Bucket to copy from."`
	Region      string `name:"s3-region" env:"DOCMILL_S3_REGION" default:"us-east-1" help:"Its region."`
	Secure      bool   `name:"s3-secure" env:"DOCMILL_S3_SECURE" help:"Use TLS."`
	CAFile      string `name:"s3-ca-file" env:"DOCMILL_S3_CA_FILE" help:"File of the authorities (PEM) of its certificate."`

	ToEndpoint    string `name:"to-s3-endpoint" env:"DOCMILL_TO_S3_ENDPOINT" required:"" help:"host:port of the target object store, which may be the same."`
	ToCredentials string `name:"to-s3-credentials" default:"static" help:"static, or workload-identity."`
	ToSTSEndpoint string `name:"to-s3-sts-endpoint" help:"URL of the STS for workload-identity."`
	ToAccessKey   string `name:"to-s3-access-key" env:"DOCMILL_TO_S3_ACCESS_KEY" help:"Access key."`
	ToSecretKey   string `name:"to-s3-secret-key" env:"DOCMILL_TO_S3_SECRET_KEY" help:"Secret key."`
	ToBucket      string `name:"to-s3-bucket" env:"DOCMILL_TO_S3_BUCKET" default:"docmill" help:"Bucket to copy to; created if missing."`
	ToRegion      string `name:"to-s3-region" default:"us-east-1" help:"Its region."`
	ToSecure      bool   `name:"to-s3-secure" help:"Use TLS."`
	ToCAFile      string `name:"to-s3-ca-file" help:"File of the authorities (PEM) of its certificate."`
}

// Help is shown below the usage.
func (Copy) Help() string {
	return "It copies what the other bucket lacks and what was written again since, and removes nothing: repeat it " +
		"until little is left, and once more when nothing writes."
}

// Validate reports every violation.
func (c Copy) Validate() error {
	errs := []error{c.from().ValidateCredentials()}
	if err := c.to().ValidateCredentials(); err != nil {
		errs = append(errs, fmt.Errorf("the other bucket: %w", err))
	}
	if c.Endpoint == c.ToEndpoint && c.Bucket == c.ToBucket {
		errs = append(errs, errors.New("both are the same bucket"))
	}
	return errors.Join(errs...)
}

// Run copies and prints how much.
func (c Copy) Run(ctx context.Context) error {
	from, err := blob.New(c.from())
	if err != nil {
		return err
	}
	to, err := blob.New(c.to())
	if err != nil {
		return err
	}
	if err := to.EnsureBucket(ctx); err != nil {
		return err
	}
	done, err := blob.Copy(ctx, from, to)
	if err != nil {
		return fmt.Errorf("%d objects copied, then: %w", done.Objects, err)
	}
	_, err = fmt.Printf("%d objects copied, %d MiB; %d were there.\n", done.Objects, done.Bytes>>20, done.There)
	return err
}

func (c Copy) from() blob.Config {
	return blob.Config{
		Endpoint: c.Endpoint, AccessKey: c.AccessKey, SecretKey: c.SecretKey, Credentials: c.Credentials,
		STSEndpoint: c.STSEndpoint, Bucket: c.Bucket, Region: c.Region, Secure: c.Secure, CAFile: c.CAFile,
	}
}

func (c Copy) to() blob.Config {
	return blob.Config{
		Endpoint: c.ToEndpoint, AccessKey: c.ToAccessKey, SecretKey: c.ToSecretKey, Credentials: c.ToCredentials,
		STSEndpoint: c.ToSTSEndpoint, Bucket: c.ToBucket, Region: c.ToRegion, Secure: c.ToSecure, CAFile: c.ToCAFile,
	}
}
