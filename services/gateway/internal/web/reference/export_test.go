package reference

// NewPage writes the reference of another document.
func NewPage(openAPI []byte) (Page, error) { return newPage(openAPI) }
