module github.com/docmill/docmill/bench

go 1.26.0
