package pdf

// ReadStructTree reads the structure tree anew, which StructTree does only once.
func ReadStructTree(d *Document) *StructTree { return d.readStructTree() }

// IsStandardType tells whether the table of standard types can be searched.
func IsStandardType(typ Name) bool { return isStandardType(typ) }

// StandardTypes is the table itself.
var StandardTypes = standardTypes[:]
