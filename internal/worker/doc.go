// Package worker runs conversions apart from whoever asked for them.
//
// A Job is data: a file, options, a folder. A Converter turns it into an Outcome, which
// says what was written to the folder; the results themselves never pass through the
// caller. There are two: InProcess calls package convert, and a Pool gives its jobs to
// subprocesses, which it bounds in memory and time and ends when they do not end
// themselves. A subprocess is the same program, started such that it calls Serve.
//
// Go alone can neither bound the memory of a conversion nor stop one that does not
// look at its context; a process can be killed. Whatever a document does to its
// subprocess, the caller sees an error with a code. Jobs are not tried again here: who
// does that has to count the crashes.
package worker
