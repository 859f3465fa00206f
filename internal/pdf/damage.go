package pdf

// Damage is a fault of the file that reading survived.
type Damage struct {
	Code   string // snake_case, stable
	Page   int    // 1-based, 0 when it concerns the whole file
	Object int    // number of the object, 0 when it has none
	Detail string
}

// Codes of damage.
const (
	// DamageXref means that the cross-references were wrong and were rebuilt by a scan of the file.
	DamageXref = "xref_rebuilt"
	// DamagePages means that the page tree was unusable and that the pages were gathered from the file.
	DamagePages = "page_tree_rebuilt"
	// DamagePageMissing means that the page tree names a page that does not exist.
	DamagePageMissing = "page_missing"
	// DamageStream means that a stream could not be decoded to its end.
	DamageStream = "stream_damaged"
	// DamageContent means that part of a page's content could not be read.
	DamageContent = "content_damaged"
	// DamageInternal means that an object made the reader panic and was left out.
	DamageInternal = "object_unreadable"
)

// toldDamage is the most reports that are remembered.
const toldDamage = 1024

// report passes damage to Options.Warn, each fault only once.
func (d *Document) report(damage Damage) {
	if d.warn == nil {
		return
	}
	d.told.Lock()
	again := d.told.damage[damage]
	full := len(d.told.damage) >= toldDamage
	if !again && !full {
		if d.told.damage == nil {
			d.told.damage = make(map[Damage]bool)
		}
		d.told.damage[damage] = true
	}
	d.told.Unlock()
	if !again && !full {
		d.warn(damage)
	}
}
