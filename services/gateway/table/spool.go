package table

import (
	"archive/zip"
	"bufio"
	"compress/flate"
	"errors"
	"hash/crc32"
	"io"
	"os"
)

const compression = 4

// spool compresses waiting parts of an archive into a temporary file. If the system allows it, the file has
// no name, so its content disappears with the process.
type spool struct {
	file    *os.File
	named   bool
	size    int64 // bytes in the file
	to      *bufio.Writer
	deflate *flate.Writer
	part    part // under way
	waiting []part
}

// part is a compressed part in a spool.
type part struct {
	name           string
	offset, length int64 // in the file
	sum            uint32
	size           int64 // before it was packed
}

func newSpool(folder string) (*spool, error) {
	f, err := os.CreateTemp(folder, "docmill-workbook-")
	if err != nil {
		return nil, err
	}
	s := &spool{file: f, named: os.Remove(f.Name()) != nil} // Windows keeps the name of an open file
	s.to = bufio.NewWriterSize((*spoolFile)(s), 64<<10)
	if s.deflate, err = flate.NewWriter(s.to, compression); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// spoolFile is the file behind the compression.
type spoolFile spool

func (s *spoolFile) Write(b []byte) (int, error) {
	n, err := s.file.Write(b)
	s.size += int64(n)
	return n, err
}

// Write adds to the part under way.
func (s *spool) Write(b []byte) (int, error) {
	s.part.sum = crc32.Update(s.part.sum, crc32.IEEETable, b)
	s.part.size += int64(len(b))
	return s.deflate.Write(b)
}

// finish ends the current part.
func (s *spool) finish(name string) error {
	if err := errors.Join(s.deflate.Close(), s.to.Flush()); err != nil {
		return err
	}
	s.part.name, s.part.length = name, s.size-s.part.offset
	s.waiting = append(s.waiting, s.part)
	s.part = part{offset: s.size}
	s.deflate.Reset(s.to)
	return nil
}

// moveTo writes the waiting parts into the archive and empties the file. No part may be open.
func (s *spool) moveTo(archive *zip.Writer) error {
	for _, p := range s.waiting {
		w, err := archive.CreateRaw(&zip.FileHeader{
			Name: p.name, Method: zip.Deflate, CRC32: p.sum, CompressedSize64: uint64(p.length),
			UncompressedSize64: uint64(p.size),
		})
		if err != nil {
			return err
		}
		if _, err := io.Copy(w, io.NewSectionReader(s.file, p.offset, p.length)); err != nil {
			return err
		}
	}
	s.waiting, s.part, s.size = nil, part{}, 0
	if err := s.file.Truncate(0); err != nil {
		return err
	}
	_, err := s.file.Seek(0, io.SeekStart)
	return err
}

// close closes the file. It can be called more than once.
func (s *spool) close() error {
	err := s.file.Close()
	if errors.Is(err, os.ErrClosed) {
		return nil
	}
	if s.named {
		err = errors.Join(err, os.Remove(s.file.Name()))
	}
	return err
}
