package annotate

// CountLabels counts the labels that open a line or part of one, by the field
// of the record that they announce; what is no field has a name of its own that
// starts with a dash: "-cash", "-change".
func (r *Document) CountLabels() map[string]int {
	counts := map[string]int{}
	for _, h := range r.Labels {
		if h.Opens {
			counts[string(h.Terms[0].Role)]++
		}
	}
	return counts
}
