package server

import (
	"embed"
	"fmt"
)

// The programs of the page /docs for the first five minutes. They convert sample.pdf, and read the address of the
// service and the key from their environment.

//go:embed assets/start
var startFiles embed.FS

// startProgram is one of them.
type startProgram struct {
	Language string
	Needs    string // what it needs besides the service
	File     string // file that it is saved in
	Run      string // command that runs it
	Text     string
}

// startPrograms returns these programs, in the order of the page.
func startPrograms() ([]startProgram, error) {
	list := []startProgram{
		{Language: "curl", Needs: "The answer is JSON: html, css, metadata, warnings, and a download_url of everything.", File: "curl.sh", Run: "sh curl.sh"},
		{Language: "Go", Needs: "Package client needs the standard library only.", File: "start.go", Run: "go run start.go"},
		{Language: "Python", Needs: "Python 3, and nothing to install.", File: "start.py", Run: "python3 start.py"},
		{Language: "JavaScript", Needs: "Node.js 18 or later, and nothing to install.", File: "start.mjs", Run: "node start.mjs"},
	}
	for i := range list {
		p := &list[i]
		name := p.File
		if p.Language == "Go" {
			name += ".txt" // so that it is no package of this module
		}
		text, err := startFiles.ReadFile("assets/start/" + name)
		if err != nil {
			return nil, fmt.Errorf("server: the page of the interface: %w", err)
		}
		p.Text = string(text)
	}
	return list, nil
}
