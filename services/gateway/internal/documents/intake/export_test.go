package intake

// ParseDisposition shows parseDisposition to tests.
func ParseDisposition(header string) (field, file string, ok bool) { return parseDisposition(header) }
