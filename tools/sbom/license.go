package main

import (
	"os"
	"path/filepath"
	"strings"
)

// licenseIn identifies the license of a module by characteristic words; it returns "" if the license is
// unknown or the folder does not exist.
func licenseIn(dir string) string {
	for _, pattern := range []string{"LICEN[CS]E*", "licen[cs]e*", "COPYING*"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern)) // the patterns are well-formed
		for _, file := range files {
			if text, err := os.ReadFile(file); err == nil {
				if id := identify(strings.Join(strings.Fields(string(text)), " ")); id != "" {
					return id
				}
			}
		}
	}
	return ""
}

// identify returns the SPDX identifier of a license's text, white space joined.
func identify(text string) string {
	has := func(words string) bool { return strings.Contains(text, words) }
	switch {
	case has("Apache License") && has("Version 2.0"):
		return "Apache-2.0"
	case has("Mozilla Public License") && has("2.0"):
		return "MPL-2.0"
	case has("Permission is hereby granted, free of charge"):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute this software for any purpose"),
		has("Permission to use, copy, modify, and distribute this software for any purpose"):
		return "ISC"
	case has("Redistribution and use in source and binary forms") &&
		(has("Neither the name") || has("names of its contributors")):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	case has("This is free and unencumbered software released into the public domain"):
		return "Unlicense"
	}
	return ""
}
