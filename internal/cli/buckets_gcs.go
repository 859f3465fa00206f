//go:build gcs

package cli

import _ "gocloud.dev/blob/gcsblob" // gs://; see docs/adr/0025-storage-drivers.md
