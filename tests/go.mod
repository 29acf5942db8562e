module github.com/docmill/docmill/tests

go 1.26.0
