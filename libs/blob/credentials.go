package blob

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// Where credentials come from.
const (
	// Static is an access key and its secret key, from the settings.
	Static = "static"
	// WorkloadIdentity are credentials of about an hour for the identity that the platform gives the process:
	// from an STS for the token of its service account (AWS_WEB_IDENTITY_TOKEN_FILE and AWS_ROLE_ARN), from the
	// container's endpoint (AWS_CONTAINER_CREDENTIALS_FULL_URI, EKS Pod Identity), or from the machine's metadata
	// service.
	WorkloadIdentity = "workload-identity"
)

// presignReserve is the renewal time before credentials end, and with them the presigned URLs of documents in work.
const presignReserve = 20 * time.Minute

// ValidateCredentials returns an error if the settings of the credentials contradict each other.
func (c Config) ValidateCredentials() error {
	switch c.Credentials {
	case "", Static:
		var errs []error
		if c.AccessKey == "" {
			errs = append(errs, errors.New("DOCMILL_S3_ACCESS_KEY is not set"))
		}
		if c.SecretKey == "" {
			errs = append(errs, errors.New("DOCMILL_S3_SECRET_KEY is not set"))
		}
		return errors.Join(errs...)
	case WorkloadIdentity:
		if c.AccessKey != "" || c.SecretKey != "" {
			return errors.New("DOCMILL_S3_ACCESS_KEY and DOCMILL_S3_SECRET_KEY are not used with DOCMILL_S3_CREDENTIALS=" +
				WorkloadIdentity + ": remove them")
		}
		if u, err := url.Parse(c.STSEndpoint); err != nil || c.STSEndpoint != "" && (u.Host == "" || u.Scheme == "") {
			return fmt.Errorf("DOCMILL_S3_STS_ENDPOINT: %q is not a URL", c.STSEndpoint)
		}
		return nil
	}
	return fmt.Errorf("DOCMILL_S3_CREDENTIALS: %q is neither %s nor %s", c.Credentials, Static, WorkloadIdentity)
}

// RequireTLS returns an error if the object store or its STS would be reached without TLS.
func (c Config) RequireTLS() error {
	var errs []error
	if !c.Secure {
		errs = append(errs, errors.New("DOCMILL_S3_SECURE is not set, but DOCMILL_TLS_REQUIRED is"))
	}
	if u, err := url.Parse(c.STSEndpoint); c.STSEndpoint != "" && (err != nil || u.Scheme != "https") {
		errs = append(errs, errors.New("DOCMILL_S3_STS_ENDPOINT is not https, but DOCMILL_TLS_REQUIRED is set"))
	}
	return errors.Join(errs...)
}

func (c Config) credentials() (*credentials.Credentials, error) {
	if c.Credentials != WorkloadIdentity {
		return credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""), nil
	}
	// The STS may have a certificate of the same authority as the object store.
	transport, err := c.transport()
	if err == nil && transport == nil {
		transport, err = minio.DefaultTransport(true)
	}
	if err != nil {
		return nil, err
	}
	return credentials.New(&credentials.IAM{
		Client:   &http.Client{Transport: transport, Timeout: stsTimeout},
		Endpoint: c.STSEndpoint, Region: c.Region, ExpiryWindow: presignReserve,
	}), nil
}

// stsTimeout bounds one exchange.
const stsTimeout = 10 * time.Second
