package blob

import "strings"

// folderDigits of an id's time name a folder: 24 of 48 bits, 4 hours and 40 minutes.
const folderDigits = 6

// Foldered is the key of an object under prefix that is named by an id, in a folder of those
// made about the same time: "docs/01a223/01a2238e-…". A store that keeps its objects in
// folders would otherwise have one that grows without end, and ext4 ends at some ten
// million names. In the order of keys ids stand by their time all the same (UUID version
// 7, RFC 9562, 5.7, behind any prefix of its own). What is too short for an id lies under
// prefix itself.
func Foldered(prefix, id string) string {
	end := strings.LastIndexByte(id, '_') + 1 + folderDigits
	if len(id) <= end {
		return prefix + id
	}
	return prefix + id[:end] + "/" + id
}
