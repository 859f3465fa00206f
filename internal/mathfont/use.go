package mathfont

import (
	"github.com/pagelift/pagelift/internal/font"
	"github.com/pagelift/pagelift/layout"
)

func useOf(f *font.Font) layout.MathUse { return layout.NoMath }
