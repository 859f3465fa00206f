package words

import (
	"strings"
)

// sectionNames are the names of parts that most reports, papers and books have. Such a name is a
// heading if it stands alone in another type than the text.
var sectionNames = Set(`abstract|summary|executive summary|introduction|preface|foreword|conclusion|conclusions|discussion|
	references|bibliography|acknowledgements|acknowledgments|acknowledgement|keywords|disclaimer|glossary|
	article info|article information|highlights|graphical abstract|
	zusammenfassung|einleitung|vorwort|literatur|literaturverzeichnis|danksagung|fazit|
	résumé|introduction|préface|bibliographie|références|remerciements|resumen|introducción|referencias|bibliografía|conclusiones|agradecimientos|
	resumo|introdução|referências|bibliografia|conclusão|conclusões|agradecimentos|introduzione|prefazione|conclusioni|riferimenti|ringraziamenti|
	samenvatting|inleiding|voorwoord|literatuur|dankwoord|аннотация|введение|заключение|литература|список литературы|
	摘要|引言|结论|参考文献|要旨|序論|結論|초록|서론|결론|참고문헌`)

// admonitions are labels that stand alone in bold type above a remark in a box. They are no headings.
var admonitions = Set(`note|notes|nota bene|tip|tips|hint|warning|caution|important|attention|danger|remark|notice|info|
	hinweis|hinweise|tipp|warnung|achtung|wichtig|vorsicht|gefahr|anmerkung|remarque|astuce|avertissement|conseil|
	nota|consejo|advertencia|aviso|precaución|atención|dica|atenção|avviso|attenzione|avvertenza|suggerimento|
	opmerking|waarschuwing|let op|примечание|внимание|совет|предупреждение|注意|提示|警告|ノート|ヒント|참고|주의`)

// IsSectionName reports whether text names a part that most documents have.
func IsSectionName(text string) bool {
	key := HeadingKey(text)
	return sectionNames(key) || contentsWords[key]
}

// abstracts are the names of the short text that stands first in a paper.
var abstracts = Set(`abstract|summary|executive summary|zusammenfassung|résumé|resumen|resumo|riassunto|sommario|samenvatting|аннотация|摘要|要旨|초록`)

// IsAbstract reports whether text names the abstract of a paper.
func IsAbstract(text string) bool { return abstracts(HeadingKey(text)) }

// fronts are the names of other parts that stand before the first section of a paper.
var fronts = Set(`article info|article information|highlights|graphical abstract|keywords`)

// IsFront reports whether text names a part that stands before the first section of a paper.
func IsFront(text string) bool { return IsAbstract(text) || fronts(HeadingKey(text)) }

// IsAdmonition reports whether text is the label of a remark.
func IsAdmonition(text string) bool { return admonitions(HeadingKey(text)) }

// HeadingKey returns text in the form of the lists above.
func HeadingKey(text string) string { return strings.ToLower(strings.Trim(text, " .:!—–")) }
