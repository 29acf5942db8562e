package check_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Every way of installing docmill installs the data of the languages that
// it reads scans in.
func TestLanguagesOfScansAreInstalledEverywhere(t *testing.T) {
	t.Parallel()
	said := regexp.MustCompile(`DefaultLanguages = "([a-z+]+)"`).FindSubmatch(mustRead(t, root+"/engine/ocr/languages.go"))
	if said == nil {
		t.Fatal("engine/ocr says no languages")
	}
	list := string(said[1])
	all := strings.Split(list, "+")
	packages := "tesseract-ocr-" + strings.Join(all, " tesseract-ocr-")
	for file, want := range map[string]string{
		dockerfile:                                          `OCR_PACKAGES="` + packages + `"`,
		root + "/docker-compose.yml":                        "${DOCMILL_OCR_LANGUAGES:-" + list + "}",
		root + "/.env.example":                              "DOCMILL_OCR_LANGUAGES=" + list,
		root + "/deploy/k8s/base/extractor.yaml":            "DOCMILL_OCR_LANGUAGES, value: " + list + "}",
		root + "/scripts/install-packages.sh":               fmt.Sprintf("languages=%q", strings.Join(all, " ")),
		root + "/services/extractor/config.go":              fmt.Sprintf("default:%q", list),
		root + "/cmd/docmill/internal/local/engine.go":      fmt.Sprintf("default:%q", list),
		root + "/cmd/docmill/internal/evaluate/evaluate.go": fmt.Sprintf("default:%q", list),
	} {
		text := strings.Join(strings.Fields(strings.ReplaceAll(string(mustRead(t, file)), "\\\n", " ")), " ")
		if !strings.Contains(text, want) {
			t.Errorf("%s has no %s", file, want)
		}
	}
}
