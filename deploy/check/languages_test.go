package check_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Scans are read without Tesseract: no installation requires it or configures languages, and the tests that
// use it install it.
func TestOptionalTesseract(t *testing.T) {
	t.Parallel()
	for file, want := range map[string]string{
		dockerfile:                   "FROM gcr.io/distroless/static-debian12:nonroot AS extractor\n",
		root + "/docker-compose.yml": "${DOCMILL_OCR_LANGUAGES:-}",
		root + "/.env.example":       "DOCMILL_OCR_LANGUAGES=\n",
	} {
		if !strings.Contains(string(mustRead(t, file)), want) {
			t.Errorf("%s has no %s", file, want)
		}
	}
	if strings.Contains(string(mustRead(t, root+"/deploy/k8s/base/extractor.yaml")), "DOCMILL_OCR_LANGUAGES") {
		t.Error("the extractor's manifest names languages")
	}
	said := regexp.MustCompile(`DefaultLanguages = "([a-z+]+)"`).FindSubmatch(mustRead(t, root+"/engine/ocr/languages.go"))
	if said == nil {
		t.Fatal("engine/ocr says no languages")
	}
	list := strings.ReplaceAll(string(said[1]), "+", " ")
	script := string(mustRead(t, root+"/scripts/install-packages.sh"))
	if want := fmt.Sprintf("languages=%q", list); !strings.Contains(script, want) {
		t.Errorf("install-packages.sh has no %s", want)
	}
	_, run, _ := strings.Cut(script, "for_run() {\n")
	run, _, found := strings.Cut(run, "}\n")
	if !found || strings.Contains(run, "need tesseract") {
		t.Error("install-packages.sh installs Tesseract for more than tests")
	}
}
