// Package s3 keeps objects with Amazon S3, or with a service that speaks its protocol: MinIO,
// Ceph, Cloudflare R2, Google Cloud Storage with HMAC keys.
//
// It sends four requests (PutObject, GetObject, DeleteObject, ListObjectsV2), which Amazon's own
// package signs with signature version 4. What is stored is named by its SHA-256 in the signature,
// so that a service keeps nothing that was damaged on the way. The whole SDK is not used for
// what it costs programs that never store anything (docs/adr/0029-own-storage-interface.md).
package s3
