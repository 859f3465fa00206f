// Command pagelift turns PDF documents into semantic, accessible HTML.
package main

import (
	"os"

	"github.com/pagelift/pagelift/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
