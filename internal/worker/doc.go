// Package worker runs conversions separately from the code that asks for them.
//
// A Job is data: a document, options, a folder. A Converter turns it into an Outcome, which says what was written
// to the folder. The results themselves do not pass through the caller. There are two converters. InProcess calls
// package convert. A Pool gives its jobs to subprocesses. It bounds their memory and time, and kills those that do
// not end in time. A subprocess is the same program, started so that it calls Serve.
//
// Go alone can neither bound the memory of a conversion nor stop one that ignores its context, but a process can
// be killed. Whatever a document does to its subprocess, the caller gets an error with a code. This package does
// not try a job again: the caller may, and then has to count the crashes.
package worker
