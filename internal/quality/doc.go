// Package quality judges what experts look at when they judge whether a PDF document is
// accessible, and rules of form do not see: that an alternative says something, that faint text
// can be read, that the order of the tags is that of the page.
//
//	alternatives   pictures: what stands for them
//	contrast       the colour of text against what is painted under it
//	fonts          the size of text
//	links          where links lead, and what their texts say
//	order          the order of the tags against that of the pages
//	tables         cells and their heads against what the pages show
//	tagging        headings against what the pages show
//
// The id of a rule begins with its criterion. A rule says of each thing that it holds, that it is
// broken, or that a person has to look. Nothing here is of PDF/UA; that is package pdfua.
package quality
