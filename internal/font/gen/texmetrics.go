package main

import (
	"bytes"
	"fmt"
	"log"
	"strings"
)

// texEncodings maps the encodings of texmetrics.txt to their names in package font.
var texEncodings = map[string]string{
	"OT1": "texNames", "T1": "corkNames", "OML": "letterNames", "OMS": "symbolNames", "OMX": "extensionNames",
	"MSA": "amsANames", "MSB": "amsBNames",
}

// texMetricsSource returns the source of the table of widths in texmetrics.txt.
func texMetricsSource(data []byte) []byte {
	var b bytes.Buffer
	header(&b, "the metrics of TeX's fonts")
	b.WriteString("// texFaces are fonts of TeX with their widths by code, in ten-thousandths of an em.\nvar texFaces = [...]texFace{\n")
	name, codes := "", 0
	end := func() {
		if codes > 0 {
			b.WriteString("}},\n")
		}
	}
	for line := range strings.Lines(string(data)) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || f[0][0] == '#':
		case f[0][0] == '[':
			end()
			name, codes = f[0][1:], 0
			encoding := texEncodings[strings.TrimSuffix(f[1], "]")]
			if encoding == "" {
				log.Fatalf("texmetrics.txt: %s has no known encoding", name)
			}
			fmt.Fprintf(&b, "{%s, []uint16{ // %s\n", encoding, name)
		default:
			for _, n := range numbersOf(f) {
				fmt.Fprintf(&b, "%d,", n)
				codes++
			}
			b.WriteString("\n")
		}
	}
	end()
	b.WriteString("}\n")
	return b.Bytes()
}
