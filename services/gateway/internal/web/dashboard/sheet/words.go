package sheet

import (
	"strings"
	"unicode"
)

// Title writes a field's name for people: "vendorTaxId" is "Vendor tax ID".
func Title(name string) string {
	var words []string
	start := 0
	for i, r := range name {
		switch {
		case r == '_':
			words, start = append(words, name[start:i]), i+1
		case unicode.IsUpper(r) && i > start:
			words, start = append(words, name[start:i]), i
		}
	}
	words = append(words, name[start:])
	for i, w := range words {
		w = strings.ToLower(w)
		switch w {
		case "id", "iban", "bic", "vat", "url":
			w = strings.ToUpper(w)
		}
		words[i] = w
	}
	return capital(strings.TrimSpace(strings.Join(words, " ")))
}

func capital(text string) string {
	for i, r := range text {
		if i == 0 {
			return string(unicode.ToUpper(r)) + text[len(string(r)):]
		}
	}
	return text
}

func sourceText(source string) string {
	switch source {
	case "text":
		return "Text of the file"
	case "ocr":
		return "Text recognition (OCR)"
	case "xml":
		return "E-invoice data"
	case "code":
		return "QR or bar code"
	case "derived":
		return "Follows from other values"
	case "model":
		return "Language model"
	case "human":
		return "A person"
	}
	return source
}

// checkTitle writes a check's name for people.
func checkTitle(name string) string { return Title(name) }

func firstStep(path string) string {
	first, _, _ := strings.Cut(path, ".")
	return first
}

// lastName is the last step of a path that is no index.
func lastName(path string) string {
	steps := strings.Split(path, ".")
	for i := len(steps) - 1; i >= 0; i-- {
		if strings.Trim(steps[i], "0123456789") != "" {
			return steps[i]
		}
	}
	return path
}
