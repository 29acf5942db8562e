// Package signed takes the file out of a signed one (.p7m): CMS signed data (RFC 5652) in BER or base64. It does not
// verify the signature.
package signed

import (
	"bytes"
	"encoding/base64"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/read/sniff"
)

// Tags of BER (ITU-T X.690).
const (
	tagOctets       = 0x04
	tagOctetsInside = 0x24 // constructed: several pieces
	tagSequence     = 0x30
	tagContent      = 0xa0 // [0]
)

// maxDepth is the maximum number of elements within elements.
const maxDepth = 16

// maxSignatures is the maximum number of signed files within each other.
const maxSignatures = 3

// Content returns the file that is signed, once or several times. Errors are *extractionerror.Error: CORRUPT_FILE,
// TOO_COMPLEX.
func Content(data []byte) ([]byte, error) {
	for range maxSignatures {
		var err error
		if data, err = open(data); err != nil {
			return nil, err
		}
		if kind, _ := sniff.Sniff(data); kind != sniff.P7M {
			return data, nil
		}
	}
	return nil, extractionerror.New(extractionerror.TooComplex, nil, "The file is signed more than %d times.",
		maxSignatures)
}

func open(data []byte) ([]byte, error) {
	if !sniff.IsSignedData(data) {
		text := bytes.TrimSpace(data)
		if _, inside, ok := bytes.Cut(text, []byte("-----\n")); ok { // PEM
			text, _, _ = bytes.Cut(inside, []byte("-----"))
		}
		text = bytes.Join(bytes.Fields(text), nil)
		decoded := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
		n, _ := base64.StdEncoding.Decode(decoded, text)
		data = decoded[:n]
	}
	// ContentInfo: type, [0] SignedData: version, algorithms, encapsulated content: type, [0] octets.
	info := inside(data, tagSequence, 0)
	data = inside(inside(info, tagContent, 1), tagSequence, 0)
	data = inside(inside(data, tagSequence, 2), tagContent, 1)
	content, ok := octets(data, 0)
	if !ok || len(content) == 0 {
		return nil, extractionerror.New(extractionerror.CorruptFile, nil,
			"The signed file is damaged, or its content is in another file.")
	}
	return content, nil
}

// inside returns the content of the element with a tag behind skipped others, or nil.
func inside(data []byte, tag byte, skipped int) []byte {
	for range skipped {
		_, _, rest, ok := next(data, 0)
		if !ok {
			return nil
		}
		data = rest
	}
	found, content, _, ok := next(data, 0)
	if !ok || found != tag {
		return nil
	}
	return content
}

// octets returns the octet string at the start of data, whose pieces it joins.
func octets(data []byte, depth int) ([]byte, bool) {
	tag, content, _, ok := next(data, 0)
	if !ok || tag != tagOctetsInside || depth == maxDepth {
		return content, ok && tag == tagOctets
	}
	var joined []byte
	for len(content) > 0 && !bytes.HasPrefix(content, []byte{0, 0}) {
		piece, ok := octets(content, depth+1)
		if !ok {
			return nil, false
		}
		joined = append(joined, piece...)
		_, _, content, _ = next(content, 0)
	}
	return joined, true
}

// next reads an element with a tag of one byte. An element of indefinite length ends with two zero bytes.
func next(data []byte, depth int) (tag byte, content, rest []byte, ok bool) {
	if len(data) < 2 || depth == maxDepth {
		return 0, nil, nil, false
	}
	tag, length, data := data[0], int(data[1]), data[2:]
	switch n := length & 0x7f; {
	case length < 0x80:
	case n == 0:
		for rest = data; !bytes.HasPrefix(rest, []byte{0, 0}); {
			if _, _, rest, ok = next(rest, depth+1); !ok {
				return 0, nil, nil, false
			}
		}
		return tag, data[:len(data)-len(rest)], rest[2:], true
	case n > 4 || n > len(data):
		return 0, nil, nil, false
	default:
		length = 0
		for _, b := range data[:n] {
			length = length<<8 | int(b)
		}
		data = data[n:]
	}
	if length < 0 || length > len(data) {
		return 0, nil, nil, false
	}
	return tag, data[:length], data[length:], true
}
