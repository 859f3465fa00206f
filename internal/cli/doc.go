// Package cli implements the pagelift program: its sub-commands, flags and exit codes.
//
// Each sub-command is one file. A command returns an error; only Main prints it
// and turns it into an exit code.
package cli
