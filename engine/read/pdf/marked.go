package pdf

import (
	"context"
	"encoding/binary"

	"github.com/docmill/docmill/engine/read/pdf/pdfium"
)

// maxMarks bounds the marks read per object.
const maxMarks = 16

// actualText returns the replacement text from the innermost mark that has one, or "" if it is too long for
// a few letters or beyond maxMarks.
func (f *File) actualText(ctx context.Context, object uint32) (string, error) {
	in := f.in
	key, err := f.key(ctx, "ActualText")
	if err != nil {
		return "", err
	}
	n, err := in.Count(ctx, "FPDFPageObj_CountMarks", uint64(object))
	if err != nil {
		return "", err
	}
	const size = 4 // of the number of bytes, which the text follows
	for i := n - 1; i >= max(0, n-maxMarks); i-- {
		mark, err := in.Call32(ctx, "FPDFPageObj_GetMark", uint64(object), uint64(i)) //nolint:gosec // not negative
		if err != nil {
			return "", err
		}
		ok, err := in.Call32(ctx, "FPDFPageObjMark_GetParamStringValue",
			uint64(mark), key, uint64(in.Scratch+size), pdfium.ScratchSize-size, uint64(in.Scratch))
		if err != nil {
			return "", err
		}
		if ok == 0 {
			continue
		}
		b, err := in.View(in.Scratch, size)
		if err != nil {
			return "", err
		}
		if bytes := binary.LittleEndian.Uint32(b); bytes <= pdfium.ScratchSize-size {
			return in.UTF16String(in.Scratch+size, bytes)
		}
		return "", nil
	}
	return "", nil
}
