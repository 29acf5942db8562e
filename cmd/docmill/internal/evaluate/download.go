package evaluate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine/eval"
)

// download writes the files and a manifest of their true values to an empty folder.
func (l *labeled) download(ctx context.Context, folder string) (err error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return input.Explain(err)
	}
	manifest, err := os.OpenFile(filepath.Join(folder, eval.Manifest), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s has a %s already: name a new folder", folder, eval.Manifest)
	}
	if err != nil {
		return input.Explain(err)
	}
	defer func() { err = errors.Join(err, manifest.Close()) }()
	lines := json.NewEncoder(manifest)
	for _, r := range l.records {
		name := nameOf(r)
		if err := l.file(ctx, r, filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("%s: %w", r.ID, err)
		}
		if err := lines.Encode(truthOf(r, name)); err != nil {
			return err
		}
	}
	return nil
}

func (l *labeled) file(ctx context.Context, r *client.Record, path string) (err error) {
	from, err := l.client.File(ctx, r.ID)
	if err != nil {
		return err
	}
	defer from.Body.Close()
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return input.Explain(err)
	}
	_, err = io.Copy(to, from.Body)
	return errors.Join(err, to.Close())
}
