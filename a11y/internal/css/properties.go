package css

import (
	"sync"
)

// property says how a property of a style sheet is read. set changes the values, and reports whether the value is
// valid. longhands lists what it sets.
type property struct {
	longhands []prop
	set       func(c *computing, value []token) bool
}

// properties has all properties that rules need. "--" stands for custom properties.
var properties = sync.OnceValue(func() map[string]property {
	return map[string]property{
		"color":                     {[]prop{PropColor}, setColor},
		"-webkit-text-fill-color":   {[]prop{PropFill}, setFill},
		"font-size":                 {[]prop{PropFontSize}, setFontSize},
		"font-weight":               {[]prop{PropFontWeight}, setFontWeight},
		"font-style":                {[]prop{PropFontStyle}, setFontStyle},
		"font":                      {[]prop{PropFontSize, PropFontWeight, PropFontStyle}, setFont},
		"visibility":                {[]prop{PropVisibility}, setVisibility},
		"text-shadow":               {[]prop{PropTextShadow}, setTextShadow},
		"text-indent":               {[]prop{PropTextIndent}, setTextIndent},
		"white-space":               {[]prop{PropWrap}, setWrap},
		"text-wrap":                 {[]prop{PropWrap}, setWrap},
		"text-wrap-mode":            {[]prop{PropWrap}, setWrap},
		"display":                   {[]prop{PropDisplay}, setDisplay},
		"opacity":                   {[]prop{PropOpacity}, setOpacity},
		"background-color":          {[]prop{PropBackgroundColor}, setBackgroundColor},
		"background-size":           {[]prop{PropBackgroundTiles}, setBackgroundTiles},
		"background-repeat":         {[]prop{PropBackgroundTiles}, setBackgroundTiles},
		"background-image":          {[]prop{PropBackgroundImage}, setBackgroundImage},
		"background-clip":           {[]prop{PropBackgroundClip}, setBackgroundClip},
		"-webkit-background-clip":   {[]prop{PropBackgroundClip}, setBackgroundClip},
		"background":                {[]prop{PropBackgroundColor, PropBackgroundImage, PropBackgroundClip, PropBackgroundTiles}, setBackground},
		"float":                     {[]prop{PropFloat}, setFloat},
		"content":                   {[]prop{PropPainted}, setNothing},
		"position":                  {[]prop{PropPosition}, setPosition},
		"top":                       {[]prop{PropInset}, setInset(0)},
		"right":                     {[]prop{PropInset}, setInset(1)},
		"bottom":                    {[]prop{PropInset}, setInset(2)},
		"left":                      {[]prop{PropInset}, setInset(3)},
		"inset-inline-start":        {[]prop{PropInset}, setInset(3)},
		"inset-block-start":         {[]prop{PropInset}, setInset(0)},
		"width":                     {[]prop{PropWidth}, setLength(func(v *values) *offset { return &v.width })},
		"height":                    {[]prop{PropHeight}, setLength(func(v *values) *offset { return &v.height })},
		"max-width":                 {[]prop{PropWidth}, setLength(func(v *values) *offset { return &v.width })},
		"max-height":                {[]prop{PropHeight}, setLength(func(v *values) *offset { return &v.height })},
		"overflow":                  {[]prop{PropOverflow}, setOverflow},
		"overflow-y":                {[]prop{PropOverflow}, setOverflow},
		"clip":                      {[]prop{PropClip}, setClip},
		"clip-path":                 {[]prop{PropClip}, setClip},
		"-webkit-clip-path":         {[]prop{PropClip}, setClip},
		"transform":                 {[]prop{PropTransform}, setTransform},
		"-webkit-transform":         {[]prop{PropTransform}, setTransform},
		"rotate":                    {[]prop{PropRotate}, setRotate},
		"filter":                    {[]prop{PropEffect}, setEffect},
		"backdrop-filter":           {[]prop{PropBackdropFilter}, setBackdropFilter},
		"mix-blend-mode":            {[]prop{PropEffect}, setEffect},
		"mask":                      {[]prop{PropEffect}, setEffect},
		"mask-image":                {[]prop{PropEffect}, setEffect},
		"content-visibility":        {[]prop{PropContentVisibility}, setContentVisibility},
		"text-decoration":           {[]prop{PropDecoration}, setDecoration},
		"text-decoration-line":      {[]prop{PropDecoration}, setDecoration},
		"border":                    {[]prop{PropBorder}, setBorder},
		"border-bottom":             {[]prop{PropBorder}, setBorder},
		"border-style":              {[]prop{PropBorder}, setBorder},
		"border-bottom-style":       {[]prop{PropBorder}, setBorder},
		"-webkit-text-stroke":       {[]prop{PropFill}, nil},
		"-webkit-text-stroke-width": {[]prop{PropFill}, nil},
	}
})

// isRelevant reports whether any rule may depend on a property.
func isRelevant(name string) bool {
	if isCustom(name) || name == "all" {
		return true
	}
	_, ok := properties()[name]
	return ok
}
