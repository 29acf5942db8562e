package documents

// EncodeCursor and DecodeCursor are the two sides of a cursor.
var (
	EncodeCursor = encodeCursor
	DecodeCursor = decodeCursor
)

var FiguresOf = figuresOf
