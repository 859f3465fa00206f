package worker

import "github.com/pagelift/pagelift/convert"

// Options are those options of package convert that are data, with the same meaning. They can be stored as JSON,
// and compared in that form.
type Options struct {
	SemanticHTML       bool                `json:"semantic_html"`
	ExtractImages      bool                `json:"extract_images"`
	AccessibilityCheck bool                `json:"accessibility_check"`
	PreserveFormatting bool                `json:"preserve_formatting"`
	Math               convert.Math        `json:"math,omitempty"`
	Theme              convert.Theme       `json:"theme,omitempty"`
	Stylesheet         string              `json:"stylesheet,omitempty"`
	OCREnabled         bool                `json:"ocr_enabled"`
	OCRImages          bool                `json:"ocr_images"`
	OCRLanguages       []string            `json:"ocr_languages,omitempty"`
	Minify             bool                `json:"minify"`
	KeepUnseen         bool                `json:"keep_unseen"`
	KeepFurniture      bool                `json:"keep_furniture"`
	Password           string              `json:"password,omitempty"`
	Pages              []convert.PageRange `json:"pages,omitempty"`
	MaxPages           int                 `json:"max_pages,omitempty"`
	MaxBytes           int64               `json:"max_bytes,omitempty"`
	Language           string              `json:"language,omitempty"`
	Name               string              `json:"name,omitempty"`
	Workers            int                 `json:"workers,omitempty"`

	Corrections   []byte                `json:"corrections,omitempty"`
	Boxes         bool                  `json:"boxes,omitempty"`
	Formats       []convert.Format      `json:"formats,omitempty"`
	FormatOptions convert.FormatOptions `json:"format_options,omitzero"`
}

// NewOptions returns the fields of o that are data. A job cannot choose the engine, the cache and the hooks.
func NewOptions(o convert.Options) Options {
	return Options{
		SemanticHTML: o.SemanticHTML, ExtractImages: o.ExtractImages, AccessibilityCheck: o.AccessibilityCheck,
		PreserveFormatting: o.PreserveFormatting, Math: o.Math, Theme: o.Theme, Stylesheet: o.Stylesheet, OCREnabled: o.OCREnabled, OCRImages: o.OCRImages, OCRLanguages: o.OCRLanguages,
		Minify: o.Minify, KeepUnseen: o.KeepUnseen, KeepFurniture: o.KeepFurniture, Password: o.Password, Pages: o.Pages,
		MaxPages: o.MaxPages, MaxBytes: o.MaxBytes, Language: o.Language, Name: o.Name, Workers: o.Workers,
		Corrections: o.Corrections, Boxes: o.Boxes, Formats: o.Formats, FormatOptions: o.FormatOptions,
	}
}

// convert returns the options for package convert.
func (o Options) convert() convert.Options {
	return convert.Options{
		SemanticHTML: o.SemanticHTML, ExtractImages: o.ExtractImages, AccessibilityCheck: o.AccessibilityCheck,
		PreserveFormatting: o.PreserveFormatting, Math: o.Math, Theme: o.Theme, Stylesheet: o.Stylesheet, OCREnabled: o.OCREnabled, OCRImages: o.OCRImages, OCRLanguages: o.OCRLanguages,
		Minify: o.Minify, KeepUnseen: o.KeepUnseen, KeepFurniture: o.KeepFurniture, Password: o.Password, Pages: o.Pages,
		MaxPages: o.MaxPages, MaxBytes: o.MaxBytes, Language: o.Language, Name: o.Name, Workers: o.Workers,
		Corrections: o.Corrections, Boxes: o.Boxes, Formats: o.Formats, FormatOptions: o.FormatOptions,
	}
}
