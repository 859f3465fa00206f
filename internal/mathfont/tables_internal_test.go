package mathfont

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSignsAreInOrder(t *testing.T) {
	require.True(t, slices.IsSortedFunc(signs[:], func(a, b [2]string) int { return strings.Compare(a[0], b[0]) }))
	for i := 1; i < len(signs); i++ {
		require.NotEqual(t, signs[i-1][0], signs[i][0])
	}
}

// The names of the glyphs of TeX's encodings as they are published: what names mean and what
// codes mean are the same.
func TestEncodingsByTheirNames(t *testing.T) {
	letters := strings.NewReplacer("A-Z", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z", "a-z", "a b c d e f g h i j k l m n o p q r s t u v w x y z",
		"0-9", "zero one two three four five six seven eight nine")
	for e, names := range map[encoding]string{mathLetters: omlNames, mathSymbols: omsNames, mathExtension: omxNames} {
		list := strings.Fields(letters.Replace(names))
		require.Len(t, list, 128)
		for code, name := range list {
			want, _, ok := ofName(name)
			got, known := e.at(uint32(code))
			require.True(t, ok && known, name)
			require.Equal(t, want, got, name)
		}
	}
}

const omlNames = `
Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega alpha beta gamma delta epsilon1
zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi
psi omega epsilon theta1 pi1 rho1 sigma1 phi1 arrowlefttophalf arrowleftbothalf arrowrighttophalf arrowrightbothalf arrowhookleft arrowhookright triangleright triangleleft
0-9 period comma less slash greater star
partialdiff A-Z flat natural sharp slurbelow slurabove
lscript a-z dotlessi dotlessj weierstrass vector tie`

const omsNames = `
minus periodcentered multiply asteriskmath divide diamondmath plusminus minusplus circleplus circleminus circlemultiply circledivide circledot circlecopyrt openbullet bullet
equivasymptotic equivalence reflexsubset reflexsuperset lessequal greaterequal precedesequal followsequal similar approxequal propersubset propersuperset lessmuch greatermuch precedes follows
arrowleft arrowright arrowup arrowdown arrowboth arrownortheast arrowsoutheast similarequal arrowdblleft arrowdblright arrowdblup arrowdbldown arrowdblboth arrownorthwest arrowsouthwest proportional
prime infinity element owner triangle triangleinv negationslash mapsto universal existential logicalnot emptyset Rfractur Ifractur latticetop perpendicular
aleph A-Z union intersection unionmulti logicaland logicalor
turnstileleft turnstileright floorleft floorright ceilingleft ceilingright braceleft braceright angbracketleft angbracketright bar bardbl arrowbothv arrowdblbothv backslash wreathproduct
radical coproduct nabla integral unionsq intersectionsq subsetsqequal supersetsqequal section dagger daggerdbl paragraph club diamond heart spade`

const omxNames = `
parenleftbig parenrightbig bracketleftbig bracketrightbig floorleftbig floorrightbig ceilingleftbig ceilingrightbig
braceleftbig bracerightbig angbracketleftbig angbracketrightbig vextendsingle vextenddouble slashbig backslashbig
parenleftBig parenrightBig parenleftbigg parenrightbigg bracketleftbigg bracketrightbigg floorleftbigg floorrightbigg
ceilingleftbigg ceilingrightbigg braceleftbigg bracerightbigg angbracketleftbigg angbracketrightbigg slashbigg backslashbigg
parenleftBigg parenrightBigg bracketleftBigg bracketrightBigg floorleftBigg floorrightBigg ceilingleftBigg ceilingrightBigg
braceleftBigg bracerightBigg angbracketleftBigg angbracketrightBigg slashBigg backslashBigg slashBig backslashBig
parenlefttp parenrighttp bracketlefttp bracketrighttp bracketleftbt bracketrightbt bracketleftex bracketrightex
bracelefttp bracerighttp braceleftbt bracerightbt braceleftmid bracerightmid braceex arrowvertex
parenleftbt parenrightbt parenleftex parenrightex angbracketleftBig angbracketrightBig unionsqtext unionsqdisplay
contintegraltext contintegraldisplay circledottext circledotdisplay circleplustext circleplusdisplay circlemultiplytext circlemultiplydisplay
summationtext producttext integraltext uniontext intersectiontext unionmultitext logicalandtext logicalortext
summationdisplay productdisplay integraldisplay uniondisplay intersectiondisplay unionmultidisplay logicalanddisplay logicalordisplay
coproducttext coproductdisplay hatwide hatwider hatwidest tildewide tildewider tildewidest
bracketleftBig bracketrightBig floorleftBig floorrightBig ceilingleftBig ceilingrightBig braceleftBig bracerightBig
radicalbig radicalBig radicalbigg radicalBigg radicalbt radicalvertex radicaltp arrowvertexdbl
arrowtp arrowbt bracehtipdownleft bracehtipdownright bracehtipupleft bracehtipupright arrowdbltp arrowdblbt`
