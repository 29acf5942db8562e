package documents

// EncodeCursor and DecodeCursor are the functions for cursors, except those of layouts.
var (
	EncodeCursor       = encodeCursor
	DecodeCursor       = decodeCursor
	EncodeLayoutCursor = encodeLayoutCursor
	DecodeLayoutCursor = decodeLayoutCursor
)

var FiguresOf = figuresOf
