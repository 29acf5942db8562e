package up

import (
	"crypto/rand"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// The secret of a data directory is changed if the old one is given: once and permanently.
func TestDataDirectorySecretRotation(t *testing.T) {
	t.Parallel()
	dir, next := t.TempDir(), rand.Text()+rand.Text()
	first, err := ensureCredentials(dir, Config{})
	require.NoError(t, err)
	_, err = ensureCredentials(dir, Config{SecretKey: next})
	assert.Error(t, err, "another secret is taken")
	_, err = ensureCredentials(dir, Config{SecretKey: next, SecondSecretKey: rand.Text() + rand.Text()})
	assert.Error(t, err, "another secret is taken beside one that was never known")
	got, err := ensureCredentials(dir, Config{SecretKey: next, SecondSecretKey: first.SecretKey})
	require.NoError(t, err)
	require.Equal(t, got.SecretKey, next)
	kept, err := LoadCredentials(dir)
	if err != nil || kept.SecretKey != "" || kept.Postgres != first.Postgres {
		t.Errorf("kept: secret %q, %v", kept.SecretKey, err)
	}
	_, err = ensureCredentials(dir, Config{SecretKey: next})
	assert.NoError(t, err, "afterwards")
	_, err = ensureCredentials(dir, Config{SecretKey: first.SecretKey})
	assert.Error(t, err, "the secret before is taken")
}
