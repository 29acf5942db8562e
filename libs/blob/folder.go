package blob

import "strings"

// folderDigits is the number of digits of an id's time that name a folder: 24 of 48 bits, 4 hours and 40 minutes.
const folderDigits = 6

// Foldered returns the key of an object with an id, in a folder of objects from about the same time:
// "docs/01a223/01a2238e-…". Otherwise stores with directories would have one that grows without a bound, and ext4
// allows about ten million names. Keys are still in the order of time (UUID version 7, RFC 9562, 5.7, after the
// id's prefix). A shorter id has no folder.
func Foldered(prefix, id string) string {
	end := strings.LastIndexByte(id, '_') + 1 + folderDigits
	if len(id) <= end {
		return prefix + id
	}
	return prefix + id[:end] + "/" + id
}
