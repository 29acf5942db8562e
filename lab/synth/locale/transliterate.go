package locale

import (
	"strings"
)

// transliterate transliterates an invented Latin name to the script of the language: Cyrillic, Greek, or Latin.
func (p *Place) transliterate(name string) string {
	switch p.Language {
	case "bg":
		return cyrillic(name)
	case "el":
		return greek(name)
	}
	return name
}

// cyrillic and greek transliterate a name by sound, in both cases.
func cyrillic(name string) string {
	small := strings.NewReplacer("qu", "кв", "a", "а", "b", "б", "c", "к", "d", "д", "e", "е",
		"f", "ф", "g", "г", "i", "и", "j", "ж", "k", "к", "l", "л", "m", "м", "n", "н", "o", "о",
		"p", "п", "r", "р", "s", "с", "t", "т", "u", "у", "v", "в", "x", "кс", "z", "з")
	return replaceLetters(name, small)
}

func greek(name string) string {
	small := strings.NewReplacer("qu", "κβ", "a", "α", "b", "μπ", "c", "κ", "d", "δ", "e", "ε",
		"f", "φ", "g", "γ", "i", "ι", "j", "ι", "k", "κ", "l", "λ", "m", "μ", "n", "ν", "o", "ο",
		"p", "π", "r", "ρ", "s", "σ", "t", "τ", "u", "ου", "v", "β", "x", "ξ", "z", "ζ")
	out := replaceLetters(name, small)
	if head, cut := strings.CutSuffix(out, "σ"); cut {
		return head + "ς"
	}
	return out
}

func replaceLetters(name string, small *strings.Replacer) string {
	out := small.Replace(strings.ToLower(name))
	if name == strings.ToUpper(name) {
		return strings.ToUpper(out)
	}
	letters := []rune(out)
	return strings.ToUpper(string(letters[:1])) + string(letters[1:])
}

// latinLetters transliterates small Greek and Cyrillic letters as domain names do.
func latinLetters() *strings.Replacer {
	return strings.NewReplacer("ă", "a", "ș", "s", "ț", "t", "щ", "sht", "ж", "zh", "ч", "ch",
		"ш", "sh", "ю", "yu", "я", "ya", "ц", "ts", "а", "a", "б", "b", "в", "v", "г", "g", "д", "d",
		"е", "e", "з", "z", "и", "i", "й", "y", "к", "k", "л", "l", "м", "m", "н", "n", "о", "o",
		"п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "h", "ъ", "a", "ь", "y",
		"ου", "ou", "ού", "ou", "θ", "th", "χ", "ch", "ψ", "ps", "α", "a", "ά", "a", "β", "v", "γ", "g",
		"δ", "d", "ε", "e", "έ", "e", "ζ", "z", "η", "i", "ή", "i", "ι", "i", "ί", "i", "ϊ", "i",
		"κ", "k", "λ", "l", "μ", "m", "ν", "n", "ξ", "x", "ο", "o", "ό", "o", "π", "p", "ρ", "r",
		"σ", "s", "ς", "s", "τ", "t", "υ", "y", "ύ", "y", "φ", "f", "ω", "o", "ώ", "o")
}
