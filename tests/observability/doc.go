// Package observability reads the alert rules, the dashboards and the query that
// scales extractors, so that its tests can hold them against a running docmill that
// a real Prometheus scrapes.
package observability
