package pdf

// Damage is a fault of the file that was survived.
type Damage struct {
	Code   string // snake_case, stable
	Page   int    // 1-based, 0 when it concerns the whole file
	Object int    // number of the object, 0 when it has none
	Detail string
}

// Codes of damage.
const (
	// DamageXref: the cross-references were wrong and were rebuilt by a scan of
	// the file.
	DamageXref = "xref_rebuilt"
	// DamagePages: the page tree was unusable; the pages were gathered.
	DamagePages = "page_tree_rebuilt"
	// DamagePageMissing: the page tree names a page that is not there.
	DamagePageMissing = "page_missing"
	// DamageStream: a stream could not be decoded to its end.
	DamageStream = "stream_damaged"
	// DamageContent: part of a page's content could not be read.
	DamageContent = "content_damaged"
	// DamageInternal: an object confused the reader, and was left out.
	DamageInternal = "object_unreadable"
)

// toldDamage bounds what is remembered of what was told.
const toldDamage = 1024

// report tells damage, each only once.
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
