// Package s3 keeps objects in Amazon S3, or in a service with the same protocol: MinIO, Ceph, Cloudflare R2,
// Google Cloud Storage with HMAC keys.
//
// It sends four kinds of requests (PutObject, GetObject, DeleteObject, ListObjectsV2). Amazon's own package signs
// them with signature version 4. The signature covers the SHA-256 of an object, so that a service stores nothing
// that was damaged on the way. The whole SDK is not used because it costs programs that never store anything
// (docs/adr/0029-own-storage-interface.md).
package s3
