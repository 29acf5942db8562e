package calibrate

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// Write stores the curves of a model with a line for each, so that changes can
// be seen.
func Write(path string, m *Model) error {
	var sb strings.Builder
	fitted, err := json.Marshal(m.Fitted)
	if err != nil {
		return err
	}
	fmt.Fprintf(&sb, "{\n \"fitted\": %s,\n \"curves\": {", fitted)
	for i, channel := range slices.Sorted(maps.Keys(m.Curves)) {
		fmt.Fprintf(&sb, "%s\n  %q: {", comma(i), channel)
		for k, group := range slices.Sorted(maps.Keys(m.Curves[channel])) {
			curve, err := json.Marshal(m.Curves[channel][group])
			if err != nil {
				return err
			}
			fmt.Fprintf(&sb, "%s\n   %q: %s", comma(k), group, strings.ReplaceAll(string(curve), ",", ", "))
		}
		sb.WriteString("\n  }")
	}
	sb.WriteString("\n }\n}\n")
	return os.WriteFile(path, []byte(sb.String()), 0o600)
}

// comma parts the entry of the given index from the one before it.
func comma(index int) string {
	if index == 0 {
		return ""
	}
	return ","
}
