// Package trigram knows what words of a language look like: the trigrams that are most
// frequent in it. It tells the language of a text, and whether a text is in any language
// at all. It keeps nothing and needs nothing but the text.
package trigram
