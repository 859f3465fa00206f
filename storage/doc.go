// Package storage says what the service keeps documents and results in: a Bucket, of which
// Folder is one. Packages s3 and azure below it are others. Whoever embeds the service may
// bring their own; package storagetest tells whether it keeps what Bucket promises.
//
// A bucket is flat: objects have keys, which look like paths but name no folders. Objects
// are written as a whole, read from any place, listed by the beginning of their keys, and
// deleted; that is all.
package storage
