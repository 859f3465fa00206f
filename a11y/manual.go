package a11y

// Manual is a question about a document that no program can answer.
type Manual struct {
	WCAG     []string `json:"wcag"`
	Question string   `json:"question"`
}

// manual lists the questions that remain for a document without scripts and media, such as the result of a
// conversion.
var manual = []Manual{
	{[]string{"1.1.1"}, "Does each text alternative say what its image says, and is what has none decoration?"},
	{[]string{"1.3.1", "1.3.2"}, "Are headings, lists, tables and their header cells what they are in the original, and is everything read in a sensible order?"},
	{[]string{"1.3.3", "1.4.1"}, "Does the text make sense to those who see neither shapes, places nor colours?"},
	{[]string{"1.4.5"}, "Are there pictures of text that could be text?"},
	{[]string{"2.4.2", "2.4.6"}, "Do title, headings and labels describe what they stand over?"},
	{[]string{"2.4.4"}, "Can the purpose of each link be told from its text and the sentence around it?"},
	{[]string{"3.1.1", "3.1.2"}, "Are the languages of the document and of its parts the ones stated?"},
	{[]string{"3.3.2"}, "Do labels and instructions tell people what to enter in forms?"},
	{[]string{"3.1.5"}, "Is the language as plain as the subject allows?"},
}
