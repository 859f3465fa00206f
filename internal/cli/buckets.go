package cli

// The storage that --bucket-url names by its scheme, beside folders. Google's is in
// buckets_gcs.go.
import (
	_ "gocloud.dev/blob/azureblob" // azblob://
	_ "gocloud.dev/blob/fileblob"  // file://
	_ "gocloud.dev/blob/s3blob"    // s3://
)
