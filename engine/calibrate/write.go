package calibrate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Text encodes the curves as JSON with one line per curve, so that diffs are readable. ParseCurves decodes it.
func (m *Model) Text() ([]byte, error) {
	var sb strings.Builder
	fitted, err := json.Marshal(m.Fitted)
	if err != nil {
		return nil, err
	}
	texts, err := json.Marshal(m.Texts)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(&sb, "{\n \"fitted\": %s,\n \"texts\": %s,\n \"curves\": {", fitted, texts)
	for i, channel := range slices.Sorted(maps.Keys(m.Curves)) {
		fmt.Fprintf(&sb, "%s\n  %q: {", comma(i), channel)
		for k, group := range slices.Sorted(maps.Keys(m.Curves[channel])) {
			curve, err := json.Marshal(m.Curves[channel][group])
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&sb, "%s\n   %q: %s", comma(k), group, strings.ReplaceAll(string(curve), ",", ", "))
		}
		sb.WriteString("\n  }")
	}
	sb.WriteString("\n }\n}\n")
	return []byte(sb.String()), nil
}

func comma(index int) string {
	if index == 0 {
		return ""
	}
	return ","
}
