package watch

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
)

// done reports whether a file has a newer result or failure of the same content.
func (p places) done(path string, info os.FileInfo, closely bool) bool {
	return p.doneBy(path, info, func(at string, _ os.FileInfo) bool { return recorded(at, path, info, closely) })
}

// doneBy reports whether a file has a newer result or failure that right accepts.
func (p places) doneBy(path string, info os.FileInfo, right func(at string, made os.FileInfo) bool) bool {
	result, failure := p.paths(path)
	for _, at := range []string{result, failure} {
		made, err := os.Lstat(at)
		if err == nil && made.Mode().IsRegular() && !made.ModTime().Before(info.ModTime()) && right(at, made) {
			return true
		}
	}
	return false
}

// recorded reports whether a result belongs to a file. closely compares content: a moved file can be older than it.
func recorded(result, path string, info os.FileInfo, closely bool) bool {
	meta, err := metadataOf(result)
	if err != nil || meta.FileSize != info.Size() && meta.FileSize != 0 {
		return false
	}
	if !closely || meta.SHA256 == "" {
		return true
	}
	sum, err := sumOf(path)
	return err == nil && sum == meta.SHA256
}

func metadataOf(result string) (contract.Metadata, error) {
	f, _, err := input.Open(result, false)
	if err != nil {
		return contract.Metadata{}, err
	}
	defer f.Close()
	var r struct {
		Metadata contract.Metadata `json:"metadata"`
	}
	err = json.NewDecoder(f).Decode(&r)
	return r.Metadata, err
}

func sumOf(path string) (string, error) {
	f, _, err := input.Open(path, false)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
}
