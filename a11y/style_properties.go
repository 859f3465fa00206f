package a11y

import (
	"sync"
)

// property is how a name in a sheet is read. set changes the values and reports
// whether the value is valid; what it sets is in longhands.
type property struct {
	longhands []prop
	set       func(c *computing, value []cssToken) bool
}

// properties are all that rules ask for. "--" stands for custom ones.
var properties = sync.OnceValue(func() map[string]property {
	return map[string]property{
		"color":                     {[]prop{propColor}, setColor},
		"-webkit-text-fill-color":   {[]prop{propFill}, setFill},
		"font-size":                 {[]prop{propFontSize}, setFontSize},
		"font-weight":               {[]prop{propFontWeight}, setFontWeight},
		"font-style":                {[]prop{propFontStyle}, setFontStyle},
		"font":                      {[]prop{propFontSize, propFontWeight, propFontStyle}, setFont},
		"visibility":                {[]prop{propVisibility}, setVisibility},
		"text-shadow":               {[]prop{propTextShadow}, setTextShadow},
		"text-indent":               {[]prop{propTextIndent}, setTextIndent},
		"white-space":               {[]prop{propWrap}, setWrap},
		"text-wrap":                 {[]prop{propWrap}, setWrap},
		"text-wrap-mode":            {[]prop{propWrap}, setWrap},
		"display":                   {[]prop{propDisplay}, setDisplay},
		"opacity":                   {[]prop{propOpacity}, setOpacity},
		"background-color":          {[]prop{propBackgroundColor}, setBackgroundColor},
		"background-size":           {[]prop{propBackgroundTiles}, setBackgroundTiles},
		"background-repeat":         {[]prop{propBackgroundTiles}, setBackgroundTiles},
		"background-image":          {[]prop{propBackgroundImage}, setBackgroundImage},
		"background-clip":           {[]prop{propBackgroundClip}, setBackgroundClip},
		"-webkit-background-clip":   {[]prop{propBackgroundClip}, setBackgroundClip},
		"background":                {[]prop{propBackgroundColor, propBackgroundImage, propBackgroundClip, propBackgroundTiles}, setBackground},
		"float":                     {[]prop{propFloat}, setFloat},
		"content":                   {[]prop{propPainted}, setNothing},
		"position":                  {[]prop{propPosition}, setPosition},
		"top":                       {[]prop{propInset}, setInset(0)},
		"right":                     {[]prop{propInset}, setInset(1)},
		"bottom":                    {[]prop{propInset}, setInset(2)},
		"left":                      {[]prop{propInset}, setInset(3)},
		"inset-inline-start":        {[]prop{propInset}, setInset(3)},
		"inset-block-start":         {[]prop{propInset}, setInset(0)},
		"width":                     {[]prop{propWidth}, setLength(func(v *values) *offset { return &v.width })},
		"height":                    {[]prop{propHeight}, setLength(func(v *values) *offset { return &v.height })},
		"max-width":                 {[]prop{propWidth}, setLength(func(v *values) *offset { return &v.width })},
		"max-height":                {[]prop{propHeight}, setLength(func(v *values) *offset { return &v.height })},
		"overflow":                  {[]prop{propOverflow}, setOverflow},
		"overflow-y":                {[]prop{propOverflow}, setOverflow},
		"clip":                      {[]prop{propClip}, setClip},
		"clip-path":                 {[]prop{propClip}, setClip},
		"-webkit-clip-path":         {[]prop{propClip}, setClip},
		"transform":                 {[]prop{propTransform}, setTransform},
		"-webkit-transform":         {[]prop{propTransform}, setTransform},
		"rotate":                    {[]prop{propRotate}, setRotate},
		"filter":                    {[]prop{propEffect}, setEffect},
		"backdrop-filter":           {[]prop{propBackdropFilter}, setBackdropFilter},
		"mix-blend-mode":            {[]prop{propEffect}, setEffect},
		"mask":                      {[]prop{propEffect}, setEffect},
		"mask-image":                {[]prop{propEffect}, setEffect},
		"content-visibility":        {[]prop{propContentVisibility}, setContentVisibility},
		"text-decoration":           {[]prop{propDecoration}, setDecoration},
		"text-decoration-line":      {[]prop{propDecoration}, setDecoration},
		"border":                    {[]prop{propBorder}, setBorder},
		"border-bottom":             {[]prop{propBorder}, setBorder},
		"border-style":              {[]prop{propBorder}, setBorder},
		"border-bottom-style":       {[]prop{propBorder}, setBorder},
		"-webkit-text-stroke":       {[]prop{propFill}, nil},
		"-webkit-text-stroke-width": {[]prop{propFill}, nil},
	}
})

// ofInterest reports whether any rule can depend on a property.
func ofInterest(name string) bool {
	if isCustom(name) || name == "all" {
		return true
	}
	_, ok := properties()[name]
	return ok
}
