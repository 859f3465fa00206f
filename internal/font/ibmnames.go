package font

import "sync"

// IBM names characters by graphic character global identifiers (GCGID): two letters for the kind, two digits, four
// digits for the variant. Documents that were converted from AFP print streams name their glyphs so: LA010000 is "a".

// ibmSigns maps the identifiers of signs to characters.
var ibmSigns = sync.OnceValue(func() map[string]rune {
	return map[string]rune{
		"SP01": ' ', "SP02": '!', "SP03": '¡', "SP04": '"', "SP05": '\'', "SP06": '(', "SP07": ')', "SP08": ',',
		"SP09": '_', "SP10": '-', "SP11": '.', "SP12": '/', "SP13": ':', "SP14": ';', "SP15": '?', "SP16": '¿',
		"SM01": '#', "SM02": '%', "SM03": '&', "SM04": '*', "SM05": '@', "SM06": '[', "SM07": '\\', "SM08": ']',
		"SM11": '{', "SM13": '|', "SM14": '}', "SM19": '°', "SM24": '§', "SM25": '¶', "SM52": '©', "SM53": '®',
		"SC01": '¤', "SC02": '£', "SC03": '$', "SC04": '¢', "SC05": '¥', "SC20": '€',
		"SA01": '+', "SA02": '±', "SA03": '<', "SA04": '=', "SA05": '>', "SA06": '÷', "SA07": '×',
		"SD11": '´', "SD13": '`', "SD15": '^', "SD17": '¨', "SD19": '~', "SD41": '¸',
		"LS61": 'ß', "LO61": 'ø', "LO62": 'Ø', "LA51": 'æ', "LA52": 'Æ', "LO51": 'œ', "LO52": 'Œ',
	}
})

// ibmAccents has the accents of letters by the odd number of the small letter, as the glyph list spells them.
var ibmAccents = [...]string{
	1: "", 11: "acute", 13: "grave", 15: "circumflex", 17: "dieresis", 19: "tilde", 21: "caron", 27: "ring", 41: "cedilla",
}

const ibmNameLen = 8

// ibmText returns the meaning of an identifier of IBM's.
func ibmText(name string) text {
	if len(name) != ibmNameLen || name[4:] != "0000" || !isDigit(name[2]) || !isDigit(name[3]) {
		return text{}
	}
	if r, ok := ibmSigns()[name[:4]]; ok {
		return text{r: r}
	}
	number := int(name[2]-'0')*10 + int(name[3]-'0')
	letter := name[1]
	switch {
	case name[:2] == "ND" && number >= 1 && number <= 10: // 1 to 9, then 0
		return text{r: rune('0' + number%10)}
	case name[0] != 'L' || letter < 'A' || letter > 'Z':
		return text{}
	}
	if number%2 == 1 {
		letter += 'a' - 'A'
	} else {
		number--
	}
	if number < 0 || number >= len(ibmAccents) || ibmAccents[number] == "" && number != 1 {
		return text{}
	}
	return listText(string(letter) + ibmAccents[number])
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
