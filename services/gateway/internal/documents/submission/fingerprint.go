package submission

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
)

// Endpoints in fingerprints, which are kept for a day: the paths of the API.
const (
	extractEndpoint = "/api/v1/extract"
	batchEndpoint   = "/api/v1/batch"
	rerunEndpoint   = "/api/v1/documents/{id}/rerun"
)

// fingerprinter hashes a call. Each value is preceded by its length, so that no two calls look
// the same.
type fingerprinter struct{ sum hash.Hash }

func newFingerprinter(endpoint, documentType string, schema []byte) fingerprinter {
	f := fingerprinter{sha256.New()}
	f.add([]byte(endpoint))
	f.add([]byte(documentType))
	f.add(schema)
	return f
}

func (f fingerprinter) add(value []byte) {
	f.sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(value))))
	f.sum.Write(value)
}

func (f fingerprinter) addFile(file intake.File) {
	f.add([]byte(file.Name))
	f.add([]byte(file.SHA256))
}

func (f fingerprinter) result() (fingerprint [32]byte) {
	f.sum.Sum(fingerprint[:0])
	return fingerprint
}

func extractFingerprint(d intake.Document) [32]byte {
	f := newFingerprinter(extractEndpoint, d.DocumentType, d.Schema)
	f.addFile(d.File)
	return f.result()
}

func rerunFingerprint(r Rerun) [32]byte {
	f := newFingerprinter(rerunEndpoint, r.DocumentType, nil)
	f.add([]byte(r.DocumentID))
	return f.result()
}

func batchFingerprint(b intake.Batch) [32]byte {
	f := newFingerprinter(batchEndpoint, b.DocumentType, nil)
	for _, file := range b.Files {
		f.addFile(file.File)
	}
	return f.result()
}
