module github.com/docmill/docmill/deploy/verify/probes

go 1.26.0
