package pdf

import (
	"bytes"
	"crypto/sha256"
	"errors"
)

// Parts of a WebAssembly module (Core Specification 5.5).
const (
	wasmPreamble  = 8 // bytes
	sectionCustom = 0
	sectionCode   = 10
)

var errModule = errors.New("malformed WebAssembly module")

// outline returns the module with empty functions, and with the digest of the whole
// module to tell it from others.
func outline(module []byte, digest [sha256.Size]byte) ([]byte, error) {
	if len(module) < wasmPreamble {
		return nil, errModule
	}
	out := bytes.NewBuffer(append(make([]byte, 0, len(module)/2), module[:wasmPreamble]...))
	for rest := module[wasmPreamble:]; len(rest) > 0; {
		id := rest[0]
		size, n := number32(rest[1:])
		if n == 0 || uint64(size) > uint64(len(rest)-1-n) {
			return nil, errModule
		}
		section := rest[1+n : 1+n+int(size)]
		rest = rest[1+n+int(size):]
		switch id {
		case sectionCustom: // names and the like
			continue
		case sectionCode:
			count, n := number32(section)
			if n == 0 {
				return nil, errModule
			}
			// Each of three bytes: no locals, unreachable, end.
			section = append(bytes.Clone(section[:n]), bytes.Repeat([]byte{3, 0, 0, 0x0b}, int(count))...)
		}
		writeSection(out, id, section)
	}
	const name = "whole module"
	writeSection(out, sectionCustom, append(append([]byte{byte(len(name))}, name...), digest[:]...))
	return out.Bytes(), nil
}

func writeSection(out *bytes.Buffer, id byte, section []byte) {
	out.WriteByte(id)
	size := uint32(len(section))
	for ; size >= 0x80; size >>= 7 {
		out.WriteByte(byte(size) | 0x80)
	}
	out.WriteByte(byte(size))
	out.Write(section)
}

// number32 reads an unsigned LEB128 number of 32 bits and how long it is; 0 bytes
// for none.
func number32(b []byte) (value uint32, n int) {
	const longest = 5
	for n < min(len(b), longest) {
		value |= uint32(b[n]&0x7f) << (7 * n)
		n++
		if b[n-1] < 0x80 {
			return value, n
		}
	}
	return 0, 0
}
