// Package quality asks of a PDF document what experts ask when they judge whether it is accessible. Rules that
// look at the form of a document alone do not see it: whether an alternative says something, whether faint
// text can be read, whether the tags have the order of the page.
//
//	alternatives   what the alternatives of pictures say
//	contrast       the colour of text against its background
//	fonts          the size of text
//	links          where links lead, and what their texts say
//	order          the order of the tags against the order of the text on the pages
//	tables         tables in the tags against those on the pages, and their header cells
//	tagging        headings in the tags against those on the pages, and types of tags
//
// The id of a rule begins with one of these words. A rule says of each thing that it looks at that the rule
// holds, that it is broken, or that a person has to look. The rules of PDF/UA are in package pdfua.
package quality
