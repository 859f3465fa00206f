// Package storage says in what the service keeps documents and results: a Bucket. Folder is one; packages s3 and
// azure below this one have others. Programs that embed the service may bring their own. Package storagetest
// checks that it does what Bucket promises.
//
// A bucket is flat: objects have keys, which look like paths but name no folders. Objects are written as a whole,
// read from any position, listed by the prefix of their keys, and deleted. There is nothing else.
package storage
