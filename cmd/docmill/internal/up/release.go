package up

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/docmill/docmill/libs/version"
)

// releaseFile stores the release that used a data directory.
const releaseFile = "release.json"

// Release is the release that wrote a data directory or a backup.
type Release struct {
	Number string `json:"release"`
	Oldest string `json:"oldest"` // the oldest release that works with it
}

// LoadRelease reads dir's release. Older directories without one count as the running release's.
func LoadRelease(dir string) (Release, error) {
	r := Release{Number: version.Number, Oldest: version.Number}
	b, err := os.ReadFile(filepath.Join(dir, releaseFile))
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(b, &r); err != nil {
		return r, fmt.Errorf("%s: %w", filepath.Join(dir, releaseFile), err)
	}
	return r, nil
}

// Check rejects data of a release that is too new for this program. what is named in the message: "data
// directory /var/lib/docmill".
func (r Release) Check(what string) error {
	if version.Older(version.Number, r.Oldest) {
		return fmt.Errorf("%s was written by docmill %s, which works beside docmill %s or newer; this is %s: use an "+
			"executable of %s or newer, or restore a backup from before the upgrade", what, r.Number, r.Oldest, version.Number,
			r.Oldest)
	}
	return nil
}

// claimRelease checks that this release may use the directory, and records it unless a newer one is recorded.
func (d *dataDir) claimRelease() error {
	r, err := LoadRelease(d.path)
	if err != nil {
		return err
	}
	if err := r.Check("data directory " + d.path); err != nil {
		return err
	}
	if version.Older(version.Number, r.Number) {
		return nil // one step back; the newer one's note still holds
	}
	return WriteRelease(d.path)
}

// WriteRelease writes the running release into dir.
func WriteRelease(dir string) error {
	return writePrivate(filepath.Join(dir, releaseFile), Release{Number: version.Number, Oldest: version.Oldest})
}

// CopyIdentity copies a data directory's passwords and release to another folder.
func CopyIdentity(from, to string) error {
	creds, err := LoadCredentials(from)
	if err != nil {
		return err
	}
	release, err := LoadRelease(from)
	if err != nil {
		return err
	}
	return errors.Join(writePrivate(filepath.Join(to, credentialsFile), creds),
		writePrivate(filepath.Join(to, releaseFile), release))
}
