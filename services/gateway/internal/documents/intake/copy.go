package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

// errOtherBytes means that a stored file differs from the upload.
var errOtherBytes = errors.New("the stored file has another SHA-256")

// Copy copies a stored file for another document and returns the object key. It returns
// CodeFileTooLarge if the plan does not allow the file any more, CodeNotFound if the file is
// gone.
func (in *Intake) Copy(ctx context.Context, f model.File, plan contract.Plan) (objectKey string, err error) {
	if f.Size > maxFile(plan) {
		return "", tooLarge(plan)
	}
	file, _, err := in.store.Get(ctx, f.ObjectKey)
	if errors.Is(err, blob.ErrNotFound) {
		return "", apierror.Wrap(err, contract.CodeNotFound, "The document's file has been erased.")
	}
	if err != nil {
		return "", apierror.Unavailable(err, storeRetry)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	key, sum := blob.Foldered(KeyPrefix, in.newID()), sha256.New()
	n, err := in.store.Put(ctx, key, io.TeeReader(file, sum))
	if err != nil {
		in.Discard(ctx, key)
		return "", apierror.Unavailable(err, storeRetry)
	}
	if n != f.Size || hex.EncodeToString(sum.Sum(nil)) != f.SHA256 {
		in.Discard(ctx, key)
		return "", fmt.Errorf("copy of %s: %w", f.DocumentID, errOtherBytes)
	}
	return key, nil
}
