// Package observability reads the alert rules, the dashboards and the query that scales extractors, so that
// its tests can check them with a running docmill and a real Prometheus.
package observability
