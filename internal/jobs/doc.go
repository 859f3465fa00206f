// Package jobs carries conversions from their submission to their end.
//
// An [Engine] submits conversions in the caller's transaction, gives each account
// the number of workers that its plan allows, and works what is admitted: convert the
// document, keep the result, end the record. What has an address instead of a document is
// fetched before, beside the workers, and waits for one as an upload does from then on.
// River hands the work out; who owns a conversion is decided by the run number of its
// record, the fence: a worker that was thought dead cannot end what another has begun.
//
// A heartbeat renews the lease of every conversion that runs here, learns within
// half a second that one is to be cancelled, and stores progress. What a killed
// process leaves is found by the others (or by its successor) when the lease has
// run out, and worked again; a document that took its worker along three times fails.
//
// A batch is conversions that are submitted together and counted as they end, in the
// transaction of each end, by [BatchHook]; it needs no work of its own.
//
// Nothing is lost between two steps: results are written under keys of their run
// before the transaction that names them, and what no record names is deleted.
package jobs
