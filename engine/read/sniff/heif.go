package sniff

import (
	"encoding/binary"
	"slices"
)

// sniffHEIF recognizes HEIF images (ISO/IEC 23008-12) by the brands in the first box (ISO/IEC 14496-12,
// 4.3). It returns "" for videos and everything else. The first brand is that of the coding, or the
// container's (mif1, msf1) with the coding among the compatible ones.
func sniffHEIF(head []byte) Format {
	const least = 16 // bytes of size, "ftyp", major brand and version
	if len(head) < least || string(head[4:8]) != "ftyp" {
		return ""
	}
	size := binary.BigEndian.Uint32(head)
	if size < least || size > HeadSize {
		return ""
	}
	box := head[:min(int(size), len(head))]
	brands := []string{string(box[8:12])}
	for rest := box[least:]; len(rest) >= 4; rest = rest[4:] {
		brands = append(brands, string(rest[:4]))
	}
	switch {
	case containsAny(brands, "avif", "avis"):
		return AVIF
	case containsAny(brands, "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"):
		return HEIC
	}
	return ""
}

func containsAny(brands []string, wanted ...string) bool {
	return slices.ContainsFunc(brands, func(b string) bool { return slices.Contains(wanted, b) })
}
