package licence

import "strings"

// Unknown is the kind of a text that holds no known licence.
const Unknown = ""

// phrases tell licences apart by words that each of them has, in lower case. A
// text may hold several licences: those that ask for source code come first.
var phrases = []struct{ phrase, kind string }{
	{"gnu affero general public license", "AGPL"},
	{"gnu lesser general public license", "LGPL"},
	{"gnu library general public license", "LGPL"},
	{"gnu general public license", "GPL"},
	{"mozilla public license", "MPL"},
	{"eclipse public license", "EPL"},
	{"common development and distribution license", "CDDL"},
	{"european union public licence", "EUPL"},
	{"server side public license", "SSPL"},
	{"business source license", "BUSL"},
	{"apache license version 2.0", "Apache-2.0"},
	{"distribute this software for any purpose with or without fee", "ISC"},
	{"permission is hereby granted, free of charge, to any person obtaining a copy", "MIT"},
	{"neither the name of", "BSD-3-Clause"},
	{"redistribution and use in source and binary forms", "BSD-2-Clause"},
	{"this is free and unencumbered software released into the public domain", "Unlicense"},
}

// Kind returns the SPDX identifier of the licence that text is, or Unknown. The
// identifiers of licences that no dependency may have are without their version.
func Kind(text string) string {
	const mozilla = "mozilla public license version 2.0" // it names licences of the GNU project, which do not bind
	folded := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	if strings.HasPrefix(folded, mozilla) {
		return "MPL-2.0"
	}
	for _, p := range phrases {
		if strings.Contains(folded, p.phrase) {
			return p.kind
		}
	}
	return Unknown
}
