package up

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/docmill/docmill/cmd/docmill/internal/provision"
	"github.com/docmill/docmill/libs/contract"
)

// credentialsFile stores the embedded parts' random passwords, readable by the owner only.
const credentialsFile = "credentials.json"

// Credentials of one data directory, made on its first start.
type Credentials struct {
	// SecretKey is stored only if the settings have none.
	SecretKey string `json:"secretKey,omitempty"`
	// SecretCheck identifies the data's secret key: with another one every API key would be refused without
	// an explanation.
	SecretCheck string            `json:"secretCheck"`
	NATS        map[string]string `json:"nats"` // password by user
	Postgres    string            `json:"postgres"`
	Roles       map[string]string `json:"roles"` // database password by schema
	S3AccessKey string            `json:"s3AccessKey"`
	S3SecretKey string            `json:"s3SecretKey"`
}

// LoadCredentials reads the credentials of a running or earlier instance in dir.
func LoadCredentials(dir string) (Credentials, error) {
	var c Credentials
	b, err := os.ReadFile(filepath.Join(dir, credentialsFile))
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return c, fmt.Errorf("%s: %w", credentialsFile, err)
	}
	contract.SharePasswords(c.NATS)
	return c, nil
}

// ensureCredentials reads or creates dir's credentials, and determines the secret key.
func ensureCredentials(dir string, cfg Config) (Credentials, error) {
	c, err := LoadCredentials(dir)
	first := errors.Is(err, fs.ErrNotExist)
	if err != nil && !first {
		return c, err
	}
	if first {
		c = newCredentials()
		c.SecretKey = ""
		if cfg.SecretKey == "" {
			c.SecretKey = rand.Text() + rand.Text()
		}
	}
	secret := c.SecretKey
	if cfg.SecretKey != "" {
		secret = cfg.SecretKey
	}
	check, err := secretCheck(secret)
	if err != nil {
		return c, err
	}
	if first {
		c.SecretCheck = check
		if err := writePrivate(filepath.Join(dir, credentialsFile), c); err != nil {
			return c, err
		}
	}
	if c.SecretCheck != check && cfg.SecondSecretKey != "" {
		if c, err = c.exchange(dir, cfg.SecondSecretKey, check); err != nil {
			return c, err
		}
	}
	if c.SecretCheck != check {
		return c, errors.New("this data directory was created with another DOCMILL_SECRET_KEY; with this one all of its " +
			"API keys would be invalid")
	}
	c.SecretKey = secret
	if cfg.NATSSubscriberPassword != "" {
		c.NATS[contract.UserSubscriber] = cfg.NATSSubscriberPassword
	}
	return c, nil
}

// exchange replaces the directory's secret, known as second, by the settings' new one with the given check.
func (c Credentials) exchange(dir, second, check string) (Credentials, error) {
	known, err := secretCheck(second)
	if err != nil || known != c.SecretCheck {
		return c, err
	}
	c.SecretCheck, c.SecretKey = check, ""
	return c, writePrivate(filepath.Join(dir, credentialsFile), c)
}

func newCredentials() Credentials {
	c := Credentials{NATS: map[string]string{}, Roles: map[string]string{}}
	for user := range contract.Users() {
		c.NATS[user] = rand.Text()
	}
	contract.SharePasswords(c.NATS)
	for _, schema := range provision.Schemas() {
		c.Roles[schema] = rand.Text()
	}
	c.Postgres, c.S3AccessKey, c.S3SecretKey = rand.Text(), rand.Text(), rand.Text()
	return c
}

func secretCheck(secret string) (string, error) {
	b, err := hkdf.Key(sha256.New, []byte(secret), nil, "docmill secret check", 8)
	if err != nil {
		return "", fmt.Errorf("secret key: %w", err)
	}
	return hex.EncodeToString(b), nil
}

// writePrivate replaces path atomically, even on power loss: an incomplete password file would lock the owner out.
func writePrivate(path string, v any) (err error) {
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("write %s: %w", path, err), os.Remove(f.Name()))
		}
	}()
	_, err = f.Write(append(b, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err = os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
