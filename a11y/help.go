package a11y

// actURL returns the address of an ACT rule at W3C.
func actURL(id string) string {
	return "https://www.w3.org/WAI/standards-guidelines/act/rules/" + id + "/"
}

// wcagURL returns the address of the page "Understanding" of a success criterion of WCAG 2.2.
func wcagURL(name string) string { return "https://www.w3.org/WAI/WCAG22/Understanding/" + name }

// UnderstandingURL returns the address of the page "Understanding" of a success criterion of WCAG 2.2 by its
// number, such as "1.4.3". It returns "" if the package has no name for the criterion.
func UnderstandingURL(criterion string) string {
	if name := criteria[criterion]; name != "" {
		return wcagURL(name)
	}
	return ""
}

// ariaURL returns the address of a section of WAI-ARIA 1.2.
func ariaURL(fragment string) string { return "https://www.w3.org/TR/wai-aria-1.2/#" + fragment }

// criteria has the names of success criteria in the addresses of their pages.
var criteria = map[string]string{
	"1.1.1": "non-text-content", "1.2.1": "audio-only-and-video-only-prerecorded", "1.3.1": "info-and-relationships", "1.3.2": "meaningful-sequence", "1.3.4": "orientation",
	"1.3.5": "identify-input-purpose", "1.4.1": "use-of-color", "1.4.3": "contrast-minimum", "1.4.4": "resize-text",
	"1.4.6": "contrast-enhanced", "1.4.12": "text-spacing", "2.1.1": "keyboard", "2.2.1": "timing-adjustable",
	"2.2.4": "interruptions", "2.4.1": "bypass-blocks", "2.4.2": "page-titled", "2.4.3": "focus-order",
	"2.4.4": "link-purpose-in-context", "2.4.6": "headings-and-labels", "2.4.9": "link-purpose-link-only",
	"2.5.3": "label-in-name", "2.5.8": "target-size-minimum", "3.1.1": "language-of-page",
	"3.1.2": "language-of-parts", "3.2.5": "change-on-request", "3.3.2": "labels-or-instructions", "4.1.2": "name-role-value",
}
