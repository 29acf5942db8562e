package documents

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"time"

	"github.com/google/uuid"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// A cursor is the position of the last document of a page: version, time of
// acceptance in microseconds since 1970, uuid, and CRC-32 (IEEE) of these. The
// sum is no secret: it distinguishes a cursor from anything else.
const (
	cursorVersion = 1
	cursorSize    = 1 + 8 + 16 + 4
)

var errCursor = errors.New("not a cursor")

func encodeCursor(p store.Position) (string, error) {
	text, err := contract.ParseID(contract.PrefixDocument, p.DocumentID)
	if err != nil {
		return "", err
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return "", err
	}
	b := append(make([]byte, 0, cursorSize), cursorVersion)
	b = binary.BigEndian.AppendUint64(b, uint64(p.AcceptedAt.UnixMicro()))
	b = append(b, id[:]...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return base64.RawURLEncoding.EncodeToString(b), nil
}

// decodeCursor takes nothing but what encodeCursor gave.
func decodeCursor(cursor string) (store.Position, error) {
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) != cursorSize || b[0] != cursorVersion ||
		len(cursor) != base64.RawURLEncoding.EncodedLen(cursorSize) {
		return store.Position{}, errCursor
	}
	body, sum := b[:cursorSize-4], binary.BigEndian.Uint32(b[cursorSize-4:])
	if crc32.ChecksumIEEE(body) != sum {
		return store.Position{}, errCursor
	}
	id, err := uuid.FromBytes(body[9:])
	if err != nil {
		return store.Position{}, errCursor
	}
	at := time.UnixMicro(int64(binary.BigEndian.Uint64(body[1:9]))).UTC()
	if at.Year() < 1970 || at.Year() > 9999 { // beyond what the database compares
		return store.Position{}, errCursor
	}
	return store.Position{AcceptedAt: at, DocumentID: contract.PrefixDocument + id.String()}, nil
}
