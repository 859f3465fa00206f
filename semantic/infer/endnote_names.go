package infer

import "github.com/pagelift/pagelift/semantic/infer/internal/words"

// endnoteNames are headings of the notes of a chapter or document, in lower case. sourceNames are
// headings of lists of sources.
var (
	endnoteNames = words.Set(`notes|endnotes|end notes|notes and references|anmerkungen|endnoten|fußnoten|notes de fin|notes et références|notas|notas finales|notas finais|
		notas al final|note|note finali|noten|eindnoten|noter|slutnoter|poznámky|przypisy|примечания|сноски|注|注释|註釋|注釈|註|미주|주|הערות|الهوامش|هوامش`)
	sourceNames = words.Set(`references|reference list|references and notes|cited references|literature cited|works cited|bibliography|sources|cited literature|
		literatur|literaturverzeichnis|quellen|quellenverzeichnis|referenzen|bibliographie|références|références bibliographiques|sources citées|
		bibliografía|referencias|referencias bibliográficas|bibliografia|referências|referências bibliográficas|riferimenti|riferimenti bibliografici|
		literatuur|referenties|litteratur|referenser|referanser|referencer|lähteet|viitteet|literatura|bibliografie|piśmiennictwo|irodalom|kaynakça|kaynaklar|
		литература|список литературы|список використаних джерел|βιβλιογραφία|参考文献|參考文獻|引用文献|참고문헌|ביבליוגרפיה|מקורות|المراجع|المصادر|قائمة المراجع`)
)

// Kinds of lists to which marks in the text lead, as in Attr.Subtype of an L.
const (
	endnoteList = "Endnotes"
	sourceList  = "Bibliography"
)

// noteListNamed returns the kind of list that p is the heading of, or "".
func (d *draft) noteListNamed(p *part) string {
	text := d.chainText(p)
	switch key := words.HeadingKey(text[words.NumberOf(text).Bytes:]); {
	case endnoteNames(key):
		return endnoteList
	case sourceNames(key):
		return sourceList
	}
	return ""
}
