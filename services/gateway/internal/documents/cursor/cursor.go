// Package cursor encodes positions in lists as the opaque cursors of pages.
package cursor

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

var errInvalid = errors.New("not a cursor")

// A cursor is a version byte, the fields of a position and their CRC-32 (IEEE), which detects invalid input.
const (
	documentCursor = 1 // time of acceptance in microseconds since 1970, uuid
	layoutCursor   = 2 // uuid
)

const sumSize = 4

func seal(version byte, fields []byte) string {
	b := append([]byte{version}, fields...)
	b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b))
	return base64.RawURLEncoding.EncodeToString(b)
}

func open(cursor string, version byte, fields int) ([]byte, error) {
	size := 1 + fields + sumSize
	b, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(b) != size || b[0] != version || len(cursor) != base64.RawURLEncoding.EncodedLen(size) {
		return nil, errInvalid
	}
	body, sum := b[:size-sumSize], binary.BigEndian.Uint32(b[size-sumSize:])
	if crc32.ChecksumIEEE(body) != sum {
		return nil, errInvalid
	}
	return body[1:], nil
}

const (
	timeSize = 8
	uuidSize = len(uuid.UUID{})
)

// OfDocument names the last document of a page. It returns an error for an invalid id.
func OfDocument(p store.Position) (string, error) {
	text, err := contract.ParseID(contract.PrefixDocument, p.DocumentID)
	if err != nil {
		return "", err
	}
	id, err := uuid.Parse(text)
	if err != nil {
		return "", err
	}
	fields := binary.BigEndian.AppendUint64(nil, uint64(p.AcceptedAt.UnixMicro()))
	return seal(documentCursor, append(fields, id[:]...)), nil
}

// Document is the position that a cursor names. It returns an error for a cursor that OfDocument did not make.
func Document(cursor string) (store.Position, error) {
	fields, err := open(cursor, documentCursor, timeSize+uuidSize)
	if err != nil {
		return store.Position{}, err
	}
	at := time.UnixMicro(int64(binary.BigEndian.Uint64(fields))).UTC()
	if at.Year() < 1970 || at.Year() > 9999 { // beyond what the database compares
		return store.Position{}, errInvalid
	}
	id := uuid.UUID(fields[timeSize:])
	return store.Position{AcceptedAt: at, DocumentID: contract.PrefixDocument + id.String()}, nil
}

// OfLayout names the last layout of a page by its uuid.
func OfLayout(id string) (string, error) {
	last, err := uuid.Parse(id)
	if err != nil {
		return "", err
	}
	return seal(layoutCursor, last[:]), nil
}

// Layout is the uuid that a cursor names. It returns an error for a cursor that OfLayout did not make.
func Layout(cursor string) (id string, err error) {
	fields, err := open(cursor, layoutCursor, uuidSize)
	if err != nil {
		return "", err
	}
	return uuid.UUID(fields).String(), nil
}
