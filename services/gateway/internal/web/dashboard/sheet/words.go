package sheet

import (
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/validate"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// Title is the English title of a field's name: "vendorTaxId" is "Vendor tax ID".
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
		case "id", "iban", "bic", "vat", "url", "xml":
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

func sourceText(source string, words *languages.Language) string {
	switch source {
	case "text":
		return words.Tr("Text of the file")
	case "ocr":
		return words.Tr("Text recognition (OCR)")
	case "xml":
		return words.Tr("E-invoice data")
	case "code":
		return words.Tr("QR or bar code")
	case "derived":
		return words.Tr("Calculated from other values")
	case "learned":
		return words.Tr("Learned layout")
	case "model":
		return words.Tr("Language model")
	case "human":
		return words.Tr("Edited by a user")
	}
	return source
}

// checkTitle is the title of a check, which says what a passed check means.
func checkTitle(name string, words *languages.Language) string {
	if name == validate.BankDetailsChanged {
		return words.Tr("Bank details as before")
	}
	return words.Tr(Title(name))
}

func firstStep(path string) string {
	first, _, _ := strings.Cut(path, ".")
	return first
}

// lastName is the last step of a path that is not an index.
func lastName(path string) string {
	steps := strings.Split(path, ".")
	for i := len(steps) - 1; i >= 0; i-- {
		if strings.Trim(steps[i], "0123456789") != "" {
			return steps[i]
		}
	}
	return path
}
