package watch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"

	"github.com/docmill/docmill/libs/contract"
)

// done reports whether a file has a result, or a failure, that is newer than it.
// closely compares contents, too: a file that was moved over another can be older
// than the result of that.
func (p places) done(path string, info os.FileInfo, closely bool) bool {
	result, failure := p.of(path)
	for _, at := range []string{result, failure} {
		made, err := os.Stat(at)
		if err != nil || made.ModTime().Before(info.ModTime()) {
			continue
		}
		meta, err := metadataOf(at)
		if err != nil || meta.FileSize != info.Size() && meta.FileSize != 0 {
			continue
		}
		if !closely || meta.SHA256 == "" {
			return true
		}
		if sum, err := sumOf(path); err == nil && sum == meta.SHA256 {
			return true
		}
	}
	return false
}

func metadataOf(result string) (contract.Metadata, error) {
	b, err := os.ReadFile(result)
	if err != nil {
		return contract.Metadata{}, err
	}
	var r struct {
		Metadata contract.Metadata `json:"metadata"`
	}
	err = json.Unmarshal(b, &r)
	return r.Metadata, err
}

func sumOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
