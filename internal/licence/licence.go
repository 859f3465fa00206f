// Package licence holds the licences of everything that the program is linked with.
package licence

import _ "embed"

//go:generate go run ./gen -o third_party.txt

// ThirdParty lists the modules in the program, each with its licence, and then
// the text of every licence once. Who passes the program on passes this on, too.
//
//go:embed third_party.txt
var ThirdParty string
