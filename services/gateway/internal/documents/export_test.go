package documents

// EncodeCursor and DecodeCursor are the two sides of a cursor, those of layouts
// apart.
var (
	EncodeCursor       = encodeCursor
	DecodeCursor       = decodeCursor
	EncodeLayoutCursor = encodeLayoutCursor
	DecodeLayoutCursor = decodeLayoutCursor
)

var FiguresOf = figuresOf
