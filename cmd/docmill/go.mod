module github.com/docmill/docmill/cmd/docmill

go 1.26.0
