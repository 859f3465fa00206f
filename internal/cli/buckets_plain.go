//go:build !azure && !noserver

package cli

// taggedBuckets are the kinds of storage of builds with tags; see buckets_azure.go.
var taggedBuckets map[string]opener
