module github.com/docmill/docmill/docs/examples/go

go 1.26.0

require github.com/docmill/docmill/client v0.0.0

replace github.com/docmill/docmill/client => ../../../client
