package dom

// Sets of tags that several packages need.
var (
	// ControlTags are the native controls.
	ControlTags = Tags(TagButton, TagInput, TagSelect, TagTextarea)
	// FieldTags are the native controls that a user fills in.
	FieldTags = Tags(TagInput, TagSelect, TagTextarea)
	// DisableableTags are the elements that a disabled attribute switches off.
	DisableableTags = Tags(TagInput, TagSelect, TagTextarea, TagButton, TagFieldset, TagOptgroup, TagOption)
	// ListTags are the elements whose li children are items of a list.
	ListTags = Tags(TagUl, TagOl, TagMenu)
	// TableTags holds the table element alone.
	TableTags = Tags(TagTable)
)
