// Package jobs carries conversions from their submission to their end.
//
// An [Engine] submits conversions in the caller's transaction. It gives each account as many workers as its plan
// allows. A worker converts the document, stores the result and ends the record. A document at an address is
// fetched first, outside the workers; then its conversion waits for a worker like that of an upload.
//
// River hands the conversions to workers. The record of each has a run number, the fence, which decides who owns
// it. A worker that was thought dead holds an old number, so it cannot end a conversion that another worker has
// begun.
//
// A heartbeat renews the lease of every conversion that runs here, stores its progress, and learns within half a
// second when it is cancelled. When a process is killed, its leases run out. Then another process, or its
// successor, finds the conversions and runs them again. A document that crashes its worker three times fails.
//
// A batch is a set of conversions that are submitted together. [BatchHook] counts them in the transactions in
// which they end. The batch itself needs no job.
//
// Nothing is lost between two steps. A run writes its result under keys of its own, and only then commits the
// record that names them. Blobs that no record names are deleted.
package jobs
