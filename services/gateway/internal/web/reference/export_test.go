package reference

import "github.com/docmill/docmill/api"

// NewPage writes the reference of another document.
func NewPage(openAPI []byte) (Page, error) { return newPage(openAPI) }

// BaseMark is the placeholder for the service's address in samples.
const BaseMark = baseMark

// Samples returns the text of each sample by language and operationId.
func Samples() (map[string]map[string]string, error) {
	w, err := newWriter(api.OpenAPI())
	if err != nil {
		return nil, err
	}
	all := map[string]map[string]string{}
	for _, g := range w.document().Groups {
		for _, o := range g.Operations {
			for _, s := range o.Samples {
				if all[s.Language] == nil {
					all[s.Language] = map[string]string{}
				}
				all[s.Language][o.ID] = s.Text
			}
		}
	}
	return all, w.err
}

// SampleNames lists the templates of a language.
func SampleNames(language string) ([]string, error) {
	t, err := sampleTemplates(language)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, of := range t.Templates() {
		names = append(names, of.Name())
	}
	return names, nil
}
