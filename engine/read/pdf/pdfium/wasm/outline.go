package wasm

import (
	"bytes"
	"crypto/sha256"
	"errors"
)

// Parts of a WebAssembly module (Core Specification 5.5).
const (
	header        = "\x00asm\x01\x00\x00\x00" // magic number and version
	preambleBytes = len(header)
	sectionCustom = 0
	sectionCode   = 10
	sectionHead   = 6 // bytes at most, of which five are the size
)

var errModule = errors.New("malformed WebAssembly module")

// Outline returns the metered module with empty functions, and with the digest of the
// whole module, which distinguishes it from others.
func Outline(module []byte, digest [sha256.Size]byte) ([]byte, error) {
	m, err := parseModule(module)
	if err != nil {
		return nil, err
	}
	out, err := m.write(func(section []byte) ([]byte, error) {
		_, n := number32(section)
		if n == 0 {
			return nil, errModule
		}
		empty := emptyBody()
		empty = append([]byte{byte(len(empty))}, empty...)
		return append(bytes.Clone(section[:n]), bytes.Repeat(empty, len(m.functions))...), nil
	})
	if err != nil {
		return nil, err
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
