package font

import "sync"

// The character sets of the picture fonts from code 0x21 on, as Unicode has had them since
// version 7: a space where there is no code. Where Unicode has a plain arrow, tick, box or
// bullet that fonts commonly hold it stands for the heavier or smaller one.
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

// marlett has the signs of windows that programs show.
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

// picture is what code c of a picture font shows; 0: nothing that is known.
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
