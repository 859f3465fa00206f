package font

import "sync"

// The character sets of the picture fonts from code 0x21 on, in the characters that Unicode has for
// them since version 7. A space stands for no code. A plain arrow, tick, box or bullet that most
// fonts have replaces a heavier or smaller one.
const (
	wingdings = "✏✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭📁📂📄🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵" +
		"●🔾■□🞐❑❒◆◆◆❖◆⌧⮹⌘🏵🏶🙶🙷 ⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•⬝⭘🞆🞈🞊🞋🔿▪◻🟂✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰" +
		"🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛⮰⮱⮲⮳⮴⮵⮶⮷🙪🙫🙕🙔🙗🙖🙐🙑🙒🙓⌫⌦⮘➢⮙⮛⮈⮊⮉⮋←→↑↓↖↗↙↘🡸➔🡹🡻🡼🡽🡿🡾⇦⇨⇧⇩⬄⇳⬁⬀⬃⬂▭▫✗✓☒☑"

	wingdings2 = "🖊🖋🖌🖍✄✀🕾🕽🗅🗆🗇🗈🗉🗊🗋🗌🗍📋🗑🗔🖵🖶🖷🖸🖭🖯🖱🖒🖓🖘🖙🖚🖛👈👉🖜🖝🖞🖟🖠🖡👆👇🖢🖣🖑✗✓🗵☑☒☒⊗⊗🛇⦸🙱🙴🙲🙳‽🙹🙺🙻🙦🙤🙥🙧🙚🙘🙙🙛" +
		"⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿ ☉🌕☽☾⸿✝🕇🕜🕝🕞🕟🕠🕡🕢🕣🕤🕥🕦🕧🙨🙩·•●●○○🞇🞉⊙⦿🞌🞍◾■□□🞒🞓🞔▣🞕🞖🞗🞘⬩⬥◇🞚◈🞛🞜🞝🞞⬪⬧◊🞠◖◗⯊⯋⯀⯁⬟⯂⬣⬢⯃⯄" +
		"🞡🞢🞣🞤🞥🞦🞧🞨🞩🞪🞫🞬🞭🞮🞯🞰🞱🞲🞳🞴🞵🞶🞷🞸🞹🞺🞻🞼🞽🞾🞿🟀🟂🟄🟆🟉🟊✶🟌🟎🟐🟒✹🟃🟇✯🟍🟔⯌⯍※⁂"

	wingdings3 = "←→↑↓↖↗↙↘⭰⭲⭱⭳⭶⭸⭻⭽↔↕⭪⭬⭫⭭⭍⮠⮡⮢⮣⮤⮥⮦⮧⮐⮑⮒⮓⮀⮃⭾⭿⮄⮆⮅⮇⮏⮍⮎⮌⭮⭯⎋⌤⌃⌥␣⍽⇪⮸🢠🢡🢢🢣🢤🢥🢦🢧🢨🢩🢪🢫←→↑↓↖↗↙↘↔↕" +
		"▲▼△▽◀▶◁▷◣◢◤◥◂▸▴ ▾▲▼◀▶⮜⮞⮝⮟←→↑↓←→↑↓←→↑↓←→↑↓←→↑↓←→↑↓←→↑↓🠠🠢🠤🠦🠨🠪🠬🢜🢝🢞🢟→→→→→→→↑↓🢘🢚🢙🢛←→↑↓←→↑↓←→↑↓" +
		"⮨⮩⮪⮫⮬⮭⮮⮯←→↑↓↖↗↙↘←→↑↓↖↗↙↘←→↑↓↖↗↙↘←→↑↓←→↑↓"

	webdings = "🕷🕸🕲🕶🏆🎖🖇🗨🗩🗰🗱🌶🎗🙾🙼🗕🗖🗗◀▶▲▼⏪⏩⏮⏭⏸⏹⏺🗚🗳🛠🏗🏘🏙🏚🏜🏭🏛🏠🏖🏝🛣🔍🏔👁👂🏞🏕🛤🏟🛳🕬🕫🕨🔈🎔🎕🗬🙽🗭🗪🗫⮔✔🚲□🛡📦🛱■🚑ℹ🛩🛰🟈🕴" +
		"●🛥🚔🗘✖❓🛲🚇🚍⛳⦸⊖🚭🗮⏐🗯🗲 🚹🚺🛉🛊🚼👽🏋⛷🏂🏌🏊🏄🏍🏎🚘🗠🛢💰🏷💳👪🗡🗢🗣✯🖄🖅🖃🖆🖹🖺🖻🕵🕰🖽🖾📋🗒🗓🕮📚🗞🗟🗃🗂🖼🎭🎜🎘🎙🎧💿🎞📷🎟🎬📽📹📾📻🎚🎛📺💻" +
		"🖥🖦🖧🕹🎮🕻🕼📟🖁🖀🖨🖩🖿🖪🗜🔒🔓🗝📥📤🕳🌣🌤🌥🌦☁🌨🌧🌩🌪🌬🌫🌜🌡🛋🛏🍽🍸🛎🛍Ⓟ♿🛆🖈🎓🗤🗥🗦🗧🛪🐿🐦🐟🐕🐈🙬🙮🙭🙯🗺🌍🌏🌎🕊"
)

const firstPicture = 0x21

// marlett has the window buttons of programs.
var marlett = map[byte]rune{
	'0': '🗕', '1': '🗖', '2': '🗗', 'r': '✕', 's': '?', '3': '◀', '4': '▶', '5': '▲', '6': '▼', '8': '▶',
	't': '▲', 'u': '▼', 'a': '✓', 'b': '✓', 'g': '■', 'h': '●', 'i': '●', 'n': '●',
}

var pictureRunes = sync.OnceValue(func() map[symbolTable][]rune {
	return map[symbolTable][]rune{
		wingdingsSymbols: []rune(wingdings), wingdings2Symbols: []rune(wingdings2),
		wingdings3Symbols: []rune(wingdings3), webdingsSymbols: []rune(webdings),
	}
})

// picture returns the character that code c of a picture font shows, or 0 when it is not known.
func (t symbolTable) picture(c byte) rune {
	if t == marlettSymbols {
		return marlett[c]
	}
	runes := pictureRunes()[t]
	if i := int(c) - firstPicture; i >= 0 && i < len(runes) && runes[i] != ' ' {
		return runes[i]
	}
	return 0
}
