package recognize

import "strings"

// Emails finds e-mail addresses. Values are in lower case.
func Emails(words []string) []Code {
	var found []Code
	for i, w := range words {
		if k := strings.LastIndexByte(w, ':'); k >= 0 {
			w = w[k+1:]
		}
		w = strings.Trim(w, ".,;:()[]<>\"'|")
		local, domain, ok := strings.Cut(w, "@")
		if !ok || local == "" || !isDomain(domain) {
			continue
		}
		found = append(found, Code{Span: Span{i, i}, Value: strings.ToLower(w)})
	}
	return found
}

// URLs finds web addresses that have a scheme or start with www.
func URLs(words []string) []Code {
	var found []Code
	for i, w := range words {
		w = strings.Trim(w, ".,;()[]<>\"'|")
		host := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(w), "https://"), "http://")
		if len(host) == len(w) && !strings.HasPrefix(host, "www.") {
			continue
		}
		host, _, _ = strings.Cut(host, "/")
		if isDomain(host) {
			found = append(found, Code{Span: Span{i, i}, Value: w})
		}
	}
	return found
}

// isDomain accepts labels separated by dots with an alphabetic top level.
func isDomain(s string) bool {
	k := strings.LastIndexByte(s, '.')
	if k <= 0 || len(s)-k-1 < 2 || len(s) > 253 {
		return false
	}
	for _, r := range s[k+1:] {
		if r < 'a' || r > 'z' {
			if r < 'A' || r > 'Z' {
				return false
			}
		}
	}
	return !strings.ContainsAny(s, "@ ,;\\") && !strings.Contains(s, "..")
}

// Phones finds runs that can be telephone numbers: 7 to 15 digits with the usual signs between them (ITU-T E.164
// allows 15). Dates, amounts and account numbers have the same form, so callers must require a label nearby.
func Phones(words []string) []Code {
	var found []Code
	for i := 0; i < len(words); i++ {
		digits, last := 0, i-1
		for j := i; j < len(words) && isPhonePart(words[j]); j++ {
			digits += CountDigits(withoutExtension(words[j]))
			if digits > 15 {
				break
			}
			last = j
		}
		for last >= i && CountDigits(words[last]) == 0 {
			last--
		}
		if digits >= 7 && digits <= 15 {
			s := Span{i, last}
			found = append(found, Code{Span: s, Value: strings.Trim(s.Raw(words), ".,;: /")})
		}
		if last > i {
			i = last
		}
	}
	return found
}

// withoutExtension removes an extension in North American form: "861-749-8467x82045".
func withoutExtension(w string) string {
	number, extension, ok := strings.Cut(w, "x")
	if ok && CountDigits(number) >= 7 && extension != "" && CountDigits(extension) == len(extension) {
		return number
	}
	return w
}

func isPhonePart(w string) bool {
	w = withoutExtension(strings.TrimRight(w, ",;"))
	for i := 0; i < len(w); i++ {
		if !isDigit(w[i]) && strings.IndexByte("+-/().", w[i]) < 0 {
			return false
		}
	}
	return w != ""
}
