package pdf

// ReadStructTree reads the structure tree anew, which StructTree does only once.
func ReadStructTree(d *Document) *StructTree { return d.readStructTree() }

// StandardTypes is the table itself.
var StandardTypes = standardTypes[:]
