package language

import (
	"testing"

	"github.com/abadojack/whatlanggo"
	"github.com/stretchr/testify/require"
)

// trigramTexts are short texts of our own, none of which is told by its common words alone.
var trigramTexts = []struct{ lang, text string }{
	{"en", "The council publishes the minutes of its meetings within ten days, and the public may inspect them at the town hall."},
	{"de", "Der Gemeinderat veröffentlicht die Niederschriften seiner Sitzungen innerhalb von zehn Tagen auf der eigenen Seite."},
	{"fr", "Le conseil municipal publie les procès-verbaux de ses séances dans les dix jours, et chacun peut les consulter à la mairie."},
	{"es", "El ayuntamiento publica las actas de sus sesiones en un plazo de diez días, y cualquier persona puede consultarlas."},
	{"pt", "A câmara municipal publica as atas das suas reuniões no prazo de dez dias, e qualquer pessoa as pode consultar."},
	{"it", "Il consiglio comunale pubblica i verbali delle proprie sedute entro dieci giorni, e chiunque li può consultare."},
	{"nl", "De gemeenteraad maakt de notulen van zijn vergaderingen binnen tien dagen openbaar, en iedereen kan ze inzien."},
	{"pl", "Rada gminy publikuje protokoły ze swoich posiedzeń w ciągu dziesięciu dni, a każdy może się z nimi zapoznać."},
	{"cs", "Zastupitelstvo obce zveřejňuje zápisy ze svých zasedání do deseti dnů a každý do nich může nahlédnout."},
	{"fi", "Kunnanvaltuusto julkaisee kokoustensa pöytäkirjat kymmenen päivän kuluessa, ja jokainen voi tutustua niihin."},
	{"hu", "A képviselő-testület tíz napon belül közzéteszi üléseinek jegyzőkönyveit, és azokba bárki betekinthet."},
	{"tr", "Belediye meclisi toplantı tutanaklarını on gün içinde yayımlar ve herkes bunları inceleyebilir."},
	{"ru", "Городской совет публикует протоколы своих заседаний в течение десяти дней, и каждый может с ними ознакомиться."},
	{"uk", "Міська рада оприлюднює протоколи своїх засідань протягом десяти днів, і кожен може з ними ознайомитися."},
	{"bg", "Общинският съвет публикува протоколите от заседанията си в десетдневен срок и всеки може да се запознае с тях."},
	{"ar", "ينشر مجلس المدينة محاضر جلساته في غضون عشرة أيام ويمكن لكل شخص الاطلاع عليها في مقر البلدية."},
	{"fa", "شورای شهر صورت جلسه های خود را ظرف ده روز منتشر می کند و هر کسی می تواند آنها را ببیند."},
	{"hi", "नगर परिषद अपनी बैठकों के कार्यवृत्त दस दिनों के भीतर प्रकाशित करती है और कोई भी उन्हें देख सकता है।"},
}

func TestTrigramsTellLanguagesOfOneScript(t *testing.T) {
	t.Parallel()
	for _, c := range trigramTexts {
		var l letters
		l.count(c.text)
		lang, confidence := byTrigrams(c.text, l.main())
		require.Equal(t, c.lang, lang, c.text)
		require.Positive(t, confidence)
	}
}

// The ranks come from that module, and the scores are computed as it does.
func TestTrigramsAgreeWithTheModuleOfTheirRanks(t *testing.T) {
	t.Parallel()
	options := whatlanggo.Options{Blacklist: map[whatlanggo.Lang]bool{whatlanggo.Epo: true}}
	for _, c := range trigramTexts {
		for cut := len([]rune(c.text)); cut > 30; cut -= 17 {
			text := string([]rune(c.text)[:cut])
			want := whatlanggo.DetectWithOptions(text, options)
			var l letters
			l.count(text)
			_, confidence := byTrigrams(text, l.main())
			require.InDelta(t, want.Confidence, confidence, 1e-4, text)
		}
	}
}

func TestTextsWithoutKnownTrigramsHaveNoLanguage(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "   ", "12 34 56", "xqzj qxzj zzqx jqxx", "\U0001D400\U0001D401\U0001D402"} {
		lang, confidence := byTrigrams(text, latin)
		require.Empty(t, lang, text)
		require.Zero(t, confidence, text)
	}
	lang, _ := byTrigrams("καλημέρα κόσμε", noWriting)
	require.Empty(t, lang)
}

func BenchmarkByTrigrams(b *testing.B) {
	text := trigramTexts[0].text + trigramTexts[1].text + trigramTexts[2].text + trigramTexts[3].text
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		byTrigrams(text, latin)
	}
}
