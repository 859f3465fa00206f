package tesseract

// languages has the names of Tesseract's trained data (tessdata 4.1) by BCP 47 tags in lower case: a language, or
// a language with a script or region where that makes a difference.
var languages = map[string]string{
	"af": "afr", "am": "amh", "ar": "ara", "as": "asm", "az": "aze", "az-cyrl": "aze_cyrl",
	"be": "bel", "bn": "ben", "bo": "bod", "bs": "bos", "br": "bre", "bg": "bul",
	"ca": "cat", "ceb": "ceb", "cs": "ces", "zh": "chi_sim", "zh-hant": "chi_tra",
	"zh-tw": "chi_tra", "zh-hk": "chi_tra", "zh-mo": "chi_tra", "yue": "chi_tra",
	"chr": "chr", "co": "cos", "cy": "cym", "da": "dan", "de": "deu", "de-latf": "frk",
	"dv": "div", "dz": "dzo", "el": "ell", "en": "eng", "enm": "enm", "eo": "epo",
	"et": "est", "eu": "eus", "fo": "fao", "fa": "fas", "fil": "fil", "tl": "fil",
	"fi": "fin", "fr": "fra", "frm": "frm", "fy": "fry", "gd": "gla", "ga": "gle",
	"gl": "glg", "grc": "grc", "gu": "guj", "ht": "hat", "he": "heb", "iw": "heb",
	"hi": "hin", "hr": "hrv", "hu": "hun", "hy": "hye", "iu": "iku", "id": "ind",
	"is": "isl", "it": "ita", "jv": "jav", "ja": "jpn", "kn": "kan", "ka": "kat",
	"kk": "kaz", "km": "khm", "ky": "kir", "ku": "kmr", "ko": "kor", "lo": "lao",
	"la": "lat", "lv": "lav", "lt": "lit", "lb": "ltz", "ml": "mal", "mr": "mar",
	"mk": "mkd", "mt": "mlt", "mn": "mon", "mi": "mri", "ms": "msa", "my": "mya",
	"ne": "nep", "nl": "nld", "no": "nor", "nb": "nor", "nn": "nor", "oc": "oci",
	"or": "ori", "pa": "pan", "pl": "pol", "pt": "por", "ps": "pus", "qu": "que",
	"ro": "ron", "mo": "ron", "ru": "rus", "sa": "san", "si": "sin", "sk": "slk",
	"sl": "slv", "sd": "snd", "es": "spa", "sq": "sqi", "sr": "srp", "sr-latn": "srp_latn",
	"su": "sun", "sw": "swa", "sv": "swe", "syr": "syr", "ta": "tam", "tt": "tat",
	"te": "tel", "tg": "tgk", "th": "tha", "ti": "tir", "to": "ton", "tr": "tur",
	"ug": "uig", "uk": "ukr", "ur": "urd", "uz": "uzb", "uz-cyrl": "uzb_cyrl",
	"vi": "vie", "yi": "yid", "yo": "yor",
}

// script is a script that orientation and script detection knows.
type script struct {
	iso       string   // ISO 15924
	languages []string // tags of languages written in it, the commonest first
}

// scripts has scripts by Tesseract's own names for them.
var scripts = map[string]script{
	"Latin":      {"Latn", []string{"en", "de", "fr", "es", "pt", "it", "pl", "nl", "tr", "cs", "vi"}},
	"Fraktur":    {"Latf", []string{"de-Latf", "de"}},
	"Cyrillic":   {"Cyrl", []string{"ru", "uk", "bg", "sr", "be", "mk", "kk", "ky", "mn", "tt", "tg", "az-Cyrl", "uz-Cyrl"}},
	"Greek":      {"Grek", []string{"el", "grc"}},
	"Arabic":     {"Arab", []string{"ar", "fa", "ur", "ug", "ps", "sd"}},
	"Hebrew":     {"Hebr", []string{"he", "yi"}},
	"Han":        {"Hani", []string{"zh", "zh-Hant", "ja"}},
	"HanS":       {"Hans", []string{"zh"}},
	"HanT":       {"Hant", []string{"zh-Hant"}},
	"Japanese":   {"Jpan", []string{"ja"}},
	"Korean":     {"Kore", []string{"ko"}},
	"Hangul":     {"Hang", []string{"ko"}},
	"Thai":       {"Thai", []string{"th"}},
	"Lao":        {"Laoo", []string{"lo"}},
	"Khmer":      {"Khmr", []string{"km"}},
	"Myanmar":    {"Mymr", []string{"my"}},
	"Tibetan":    {"Tibt", []string{"bo", "dz"}},
	"Devanagari": {"Deva", []string{"hi", "mr", "ne", "sa"}},
	"Bengali":    {"Beng", []string{"bn", "as"}},
	"Gujarati":   {"Gujr", []string{"gu"}},
	"Gurmukhi":   {"Guru", []string{"pa"}},
	"Kannada":    {"Knda", []string{"kn"}},
	"Malayalam":  {"Mlym", []string{"ml"}},
	"Oriya":      {"Orya", []string{"or"}},
	"Sinhala":    {"Sinh", []string{"si"}},
	"Tamil":      {"Taml", []string{"ta"}},
	"Telugu":     {"Telu", []string{"te"}},
	"Armenian":   {"Armn", []string{"hy"}},
	"Georgian":   {"Geor", []string{"ka"}},
	"Ethiopic":   {"Ethi", []string{"am", "ti"}},
	"Cherokee":   {"Cher", []string{"chr"}},
	"Syriac":     {"Syrc", []string{"syr"}},
	"Thaana":     {"Thaa", []string{"dv"}},
}
