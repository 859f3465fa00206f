package a11y

// Sets of tags that several rooms ask for.
var (
	// controlTags are the native controls.
	controlTags = tagsOf(tagButton, tagInput, tagSelect, tagTextarea)
	// fieldTags are the native controls that a user fills in.
	fieldTags = tagsOf(tagInput, tagSelect, tagTextarea)
	// disableableTags are the elements that a disabled attribute switches off.
	disableableTags = tagsOf(tagInput, tagSelect, tagTextarea, tagButton, tagFieldset, tagOptgroup, tagOption)
	// listTags are the elements whose li children are items of a list.
	listTags = tagsOf(tagUl, tagOl, tagMenu)
	// tableTags holds the table element alone.
	tableTags = tagsOf(tagTable)
)
