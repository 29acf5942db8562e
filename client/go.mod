module github.com/docmill/docmill/client

go 1.26.0
