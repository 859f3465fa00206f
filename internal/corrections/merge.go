package corrections

// PutPicture replaces what the file says of the same picture by p. It removes the entry if p says nothing.
func (f *File) PutPicture(p Picture) {
	f.Pictures = put(f.Pictures, p, func(a, b *Picture) bool {
		if a.Looks != "" || b.Looks != "" {
			return a.Looks == b.Looks && a.Page == b.Page
		}
		return a.Page == b.Page && sameBox(a.Box, b.Box)
	}, p.Decorative || p.Alternative != "")
}

// PutBlock replaces what the file says of the same block by b.
func (f *File) PutBlock(b Block) {
	f.Blocks = put(f.Blocks, b, func(x, y *Block) bool {
		return keyOf(x.Text) == keyOf(y.Text) && x.Page == y.Page && sameBox(x.Box, y.Box)
	},
		b.Role != "" || b.Language != "" || b.After != "" || b.Join || b.Split != "")
}

// PutTable replaces what the file says of the same table by t.
func (f *File) PutTable(t Table) {
	f.Tables = put(f.Tables, t, func(x, y *Table) bool { return keyOf(x.Text) == keyOf(y.Text) && x.Page == y.Page },
		t.HeadRows != nil || t.HeadColumns != nil || t.Caption != "" || t.Layout)
}

func put[T any](list []T, entry T, same func(a, b *T) bool, says bool) []T {
	kept := list[:0:0]
	placed := false
	for i := range list {
		switch {
		case !same(&list[i], &entry):
			kept = append(kept, list[i])
		case says && !placed:
			kept, placed = append(kept, entry), true
		}
	}
	if says && !placed {
		kept = append(kept, entry)
	}
	return kept
}

// PictureLike returns what the file says of a picture, or nil.
func (f *File) PictureLike(p *Picture) *Picture {
	for i := range f.Pictures {
		q := &f.Pictures[i]
		if p.Looks != "" && q.Looks == p.Looks && q.Page == p.Page || p.Looks == "" && q.Looks == "" && q.Page == p.Page && sameBox(q.Box, p.Box) {
			return q
		}
	}
	return nil
}

// BlockLike returns what the file says of a block, or nil.
func (f *File) BlockLike(b *Block) *Block {
	for i := range f.Blocks {
		if q := &f.Blocks[i]; keyOf(q.Text) == keyOf(b.Text) && (q.Page == 0 || q.Page == b.Page) && (q.Box == nil || sameBox(q.Box, b.Box)) {
			return q
		}
	}
	return nil
}

// TableLike returns what the file says of a table, or nil.
func (f *File) TableLike(t *Table) *Table {
	for i := range f.Tables {
		if q := &f.Tables[i]; keyOf(q.Text) == keyOf(t.Text) && (q.Page == 0 || q.Page == t.Page) {
			return q
		}
	}
	return nil
}

func sameBox(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if d := a[i] - b[i]; d > 1 || d < -1 {
			return false
		}
	}
	return true
}
