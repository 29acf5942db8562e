package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// dockerfile describes the images' layers besides the executables.
type dockerfile struct{ stages map[string]stage }

type stage struct {
	base     string // another stage, or an image
	packages []string
}

func readDockerfile(path string) (dockerfile, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return dockerfile{}, err
	}
	text := strings.ReplaceAll(string(raw), "\\\n", " ")
	arguments := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^ARG (\w+)="?([^"\n]*)"?$`).FindAllStringSubmatch(text, -1) {
		arguments[m[1]] = m[2]
	}
	d := dockerfile{stages: map[string]stage{}}
	from := regexp.MustCompile(`(?m)^FROM (?:--\S+ )?(\S+) AS (\S+)$`)
	install := regexp.MustCompile(`apt-get install ([^&\n]*)`)
	places := from.FindAllStringSubmatchIndex(text, -1)
	for i, at := range places {
		end := len(text)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		s := stage{base: text[at[2]:at[3]]}
		for _, m := range install.FindAllStringSubmatch(text[at[1]:end], -1) {
			for _, word := range strings.Fields(os.Expand(m[1], func(name string) string { return arguments[name] })) {
				if !strings.HasPrefix(word, "-") {
					s.packages = append(s.packages, word)
				}
			}
		}
		d.stages[text[at[4]:at[5]]] = s
	}
	for _, target := range []string{"service", "extractor", "tool"} {
		if _, ok := d.stages[target]; !ok {
			return d, fmt.Errorf("%s has no stage %s", path, target)
		}
	}
	return d, nil
}

// layers returns the Debian packages and the base image of a target. The image's build determines the
// packages' versions.
func (d dockerfile) layers(target string) []cdx.Component {
	s := d.stages[target]
	var parts []cdx.Component
	for _, name := range s.packages {
		parts = append(parts, cdx.Component{
			BOMRef: "pkg:deb/debian/" + name, Type: cdx.ComponentTypeLibrary, Name: name, PackageURL: "pkg:deb/debian/" + name,
			Description: "With what it depends on; the version is that of Debian's archive when the image is built.",
		})
	}
	if _, ok := d.stages[s.base]; ok {
		return append(parts, d.layers(s.base)...)
	}
	name, digest, _ := strings.Cut(s.base, "@")
	version := ""
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		name, version = name[:i], name[i+1:]
	}
	base := cdx.Component{BOMRef: "image:" + s.base, Type: cdx.ComponentTypeContainer, Name: name, Version: version}
	if sum, ok := strings.CutPrefix(digest, "sha256:"); ok {
		base.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: sum}}
	}
	return append(parts, base)
}
