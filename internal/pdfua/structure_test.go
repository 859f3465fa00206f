package pdfua_test

import "testing"

func TestTables(t *testing.T) {
	t.Parallel()
	td := el("TD")
	row := el("TR", td, td)
	cell := func(attributes string) string { return el("TD /A << /O /Table " + attributes + " >>") }
	cases{
		"a plain table":              {fixture{elements: el("Table", row, row)}, nil},
		"a table with all its parts": {fixture{elements: el("Table", el("Caption"), el("THead", row), el("TBody", row), el("TFoot", row))}, nil},
		"a caption at the end":       {fixture{elements: el("Table", row, row, el("Caption"))}, nil},
		"a paragraph in a table":     {fixture{elements: el("Table", row, el("P"))}, []string{"7.2-t03"}},
		"groups in a table":          {fixture{elements: el("Table", el("Div", row, el("NonStruct", row)))}, nil},
		"a row outside of a table":   {fixture{elements: row}, []string{"7.2-t04"}},
		"parts outside of a table":   {fixture{elements: el("THead") + el("TBody") + el("TFoot")}, []string{"7.2-t05", "7.2-t06", "7.2-t07"}},
		"cells outside of a row":     {fixture{elements: el("TH") + td}, []string{"7.2-t08", "7.2-t09"}},
		"a paragraph in a row":       {fixture{elements: el("Table", el("TR", td, el("P")), el("TR", td))}, []string{"7.2-t10"}},
		"two heads":                  {fixture{elements: el("Table", el("THead", row), el("THead", row), el("TBody", row))}, []string{"7.2-t11"}},
		"two feet":                   {fixture{elements: el("Table", el("TBody", row), el("TFoot", row), el("TFoot", row))}, []string{"7.2-t12"}},
		"a foot without body":        {fixture{elements: el("Table", row, el("TFoot", row))}, []string{"7.2-t13"}},
		"a head without body":        {fixture{elements: el("Table", el("THead", row), row)}, []string{"7.2-t14"}},
		"cells over each other":      {fixture{elements: el("Table", el("TR", td, cell("/RowSpan 2")), el("TR", cell("/ColSpan 2")))}, []string{"7.2-t15"}},
		"a caption in the middle":    {fixture{elements: el("Table", row, el("Caption"), row)}, []string{"7.2-t16"}},
		"two captions":               {fixture{elements: el("Table", el("Caption"), row, el("Caption"))}, []string{"7.2-t39"}},
		"paragraphs in the row groups": {fixture{elements: el("Table", el("THead", row, el("P")), el("TBody", row, el("P")), el("TFoot", row, el("P")))},
			[]string{"7.2-t36", "7.2-t37", "7.2-t38"}},
		"spans that fit":            {fixture{elements: el("Table", el("TR", cell("/RowSpan 2"), cell("/ColSpan 2")), el("TR", td, td))}, nil},
		"one column too long":       {fixture{elements: el("Table", el("TR", td, cell("/RowSpan 3")), el("TR", td))}, []string{"7.2-t41"}},
		"all columns too long":      {fixture{elements: el("Table", el("TR", cell("/RowSpan 2"), cell("/RowSpan 2")))}, nil},
		"a row that is too wide":    {fixture{elements: el("Table", row, el("TR", td, td, td))}, []string{"7.2-t42"}},
		"a row that is too narrow":  {fixture{elements: el("Table", row, el("TR", td))}, []string{"7.2-t43"}},
		"spans beyond all measure":  {fixture{elements: el("Table", el("TR", cell("/ColSpan 2000000000 /RowSpan 2000000000")))}, nil},
		"spans that mean nothing":   {fixture{elements: el("Table", el("TR", cell("/ColSpan 0 /RowSpan -3"), td))}, nil},
		"attributes from the class": {fixture{elements: el("Table", el("TR", el("TD /A [<< /O /Layout >> 0 << /O /Table /ColSpan 2 >>]")), row)}, nil},
	}.run(t)
}

func TestTableHeaders(t *testing.T) {
	t.Parallel()
	th, td := el("TH"), el("TD")
	scoped := func(s string) string { return el("TH /A << /O /Table /Scope /" + s + " >>") }
	named := func(ids string) string { return el("TD /A << /O /Table /Headers [" + ids + "] >>") }
	header := func(id string) string { return el("TH /ID (" + id + ")") }
	cases{
		"no headers at all":                   {fixture{elements: el("Table", el("TR", td, td))}, nil},
		"all headers with a scope":            {fixture{elements: el("Table", el("TR", scoped("Column"), scoped("Column")), el("TR", td, td))}, nil},
		"headers at the top and the left":     {fixture{elements: el("Table", el("TR", th, th), el("TR", th, td))}, nil},
		"cells by the name of their headers":  {fixture{elements: el("Table", el("TR", td, header("a")), el("TR", named("(a)"), named("(a)")))}, []string{"7.5-t01"}},
		"a cell without header":               {fixture{elements: el("Table", el("TR", th, td), el("TR", td, td))}, []string{"7.5-t01"}},
		"a scope that leads nowhere":          {fixture{elements: el("Table", el("TR", td, td), el("TR", scoped("Row"), td), el("TR", td, th))}, []string{"7.5-t01"}},
		"a header that does not exist":        {fixture{elements: el("Table", el("TR", td, th), el("TR", named("(b)"), td))}, []string{"7.5-t01", "7.5-t02"}},
		"a header that is found all the same": {fixture{elements: el("Table", el("TR", th, th), el("TR", named("(b)"), td))}, nil},
		"an irregular table is not judged":    {fixture{elements: el("Table", el("TR", th, td), el("TR", td))}, []string{"7.2-t43"}},
	}.run(t)
}

func TestListsAndContents(t *testing.T) {
	t.Parallel()
	li := el("LI", el("Lbl"), el("LBody"))
	cases{
		"a list":                           {fixture{elements: el("L", el("Caption"), li, el("L", li))}, nil},
		"an item outside of a list":        {fixture{elements: li}, []string{"7.2-t17"}},
		"a body outside of an item":        {fixture{elements: el("LBody")}, []string{"7.2-t18"}},
		"a paragraph in a list":            {fixture{elements: el("L", li, el("P"))}, []string{"7.2-t19"}},
		"a paragraph in an item":           {fixture{elements: el("L", el("LI", el("P")))}, []string{"7.2-t20"}},
		"a caption behind the items":       {fixture{elements: el("L", li, el("Caption"))}, []string{"7.2-t40"}},
		"contents":                         {fixture{elements: el("TOC", el("Caption"), el("TOCI"), el("TOC", el("TOCI")))}, nil},
		"an entry outside of contents":     {fixture{elements: el("TOCI")}, []string{"7.2-t26"}},
		"a paragraph in contents":          {fixture{elements: el("TOC", el("P"))}, []string{"7.2-t27"}},
		"a caption behind the entries":     {fixture{elements: el("TOC", el("TOCI"), el("Caption"))}, []string{"7.2-t28"}},
		"items in a group that means none": {fixture{elements: el("L", el("NonStruct", li))}, nil},
	}.run(t)
}

func TestTextsOfElements(t *testing.T) {
	t.Parallel()
	unknown := []string{"7.2-t33", "7.2-t34"}
	cases{
		"a replacement text without language": {fixture{noLang: true, elements: el("Span /ActualText (a)")}, append([]string{"7.2-t21"}, unknown...)},
		"an alternative without language":     {fixture{noLang: true, elements: el("Figure /Alt (a)")}, append([]string{"7.2-t22"}, unknown...)},
		"an expansion without language":       {fixture{noLang: true, elements: el("Span /E (a)")}, append([]string{"7.2-t23"}, unknown...)},
		"the language of an element around":   {fixture{noLang: true, elements: el("Sect /Lang (de)", el("Span /E (a) /Alt (b) /ActualText (c)"))}, unknown},
		"a language that is none":             {fixture{elements: el("Span /Lang (de_DE)")}, []string{"7.2-t29"}},
		"a figure with an alternative":        {fixture{elements: el("Figure /Alt (a)")}, nil},
		"a figure with nothing to say":        {fixture{elements: el("Figure /ActualText ()")}, nil},
		"a figure without alternative":        {fixture{elements: el("Figure")}, []string{"7.3-t01"}},
		"a figure with an empty alternative":  {fixture{elements: el("Figure /Alt ()")}, []string{"7.3-t01"}},
		"a formula without alternative":       {fixture{elements: el("Formula")}, []string{"7.7-t01"}},
		"a formula with an alternative":       {fixture{elements: el("Formula /Alt (a)")}, nil},
		"a note without ID":                   {fixture{elements: el("Note")}, []string{"7.9-t01"}},
		"two notes with one ID":               {fixture{elements: el("Note /ID (a)") + el("Note /ID (a)")}, []string{"7.9-t02"}},
		"two notes":                           {fixture{elements: el("Note /ID (a)") + el("Note /ID (b)")}, nil},
	}.run(t)
}

func TestHeadings(t *testing.T) {
	t.Parallel()
	cases{
		"levels that go down one by one": {fixture{elements: el("H1") + el("H2") + el("H3") + el("H2") + el("H1")}, nil},
		"a first level that is not one":  {fixture{elements: el("H2")}, []string{"7.4.2-t01"}},
		"a level that is skipped":        {fixture{elements: el("H1") + el("Sect", el("H3"))}, []string{"7.4.2-t01"}},
		"two headings of one section":    {fixture{elements: el("Sect", el("H"), el("H"))}, []string{"7.4.4-t01"}},
		"headings of nested sections":    {fixture{elements: el("Sect", el("H"), el("Sect", el("H")))}, nil},
		"both kinds of headings":         {fixture{elements: el("Sect", el("H")) + el("H1")}, []string{"7.4.4-t02", "7.4.4-t03"}},
	}.run(t)
}
