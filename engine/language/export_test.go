package language

// Words shows the lists of a language to tests.
func Words(code string) (function, labels []string) { return words(code) }
