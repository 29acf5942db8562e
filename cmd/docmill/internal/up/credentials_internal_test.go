package up

import (
	"crypto/rand"
	"testing"

	"github.com/docmill/docmill/libs/require"
)

// The secret of a data directory is changed if the old one is given: once and permanently.
func TestDataDirectorySecretRotation(t *testing.T) {
	t.Parallel()
	dir, next := t.TempDir(), rand.Text()+rand.Text()
	first, err := ensureCredentials(dir, Config{})
	require.NoError(t, err)
	if _, err := ensureCredentials(dir, Config{SecretKey: next}); err == nil {
		t.Error("another secret is taken")
	}
	if _, err := ensureCredentials(dir, Config{SecretKey: next, SecondSecretKey: rand.Text() + rand.Text()}); err == nil {
		t.Error("another secret is taken beside one that was never known")
	}
	got, err := ensureCredentials(dir, Config{SecretKey: next, SecondSecretKey: first.SecretKey})
	if err != nil || got.SecretKey != next {
		t.Fatalf("%v", err)
	}
	kept, err := LoadCredentials(dir)
	if err != nil || kept.SecretKey != "" || kept.Postgres != first.Postgres {
		t.Errorf("kept: secret %q, %v", kept.SecretKey, err)
	}
	if _, err := ensureCredentials(dir, Config{SecretKey: next}); err != nil {
		t.Errorf("afterwards: %v", err)
	}
	if _, err := ensureCredentials(dir, Config{SecretKey: first.SecretKey}); err == nil {
		t.Error("the secret before is taken")
	}
}
