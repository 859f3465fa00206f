// Package describe has the nouns of describing pictures: an [Engine] takes a [Picture] and gives a
// [Description] that can stand for it.
//
// The package describes nothing itself and imports nothing but the standard library. Package
// describe/openai asks a model behind an endpoint that speaks the chat-completions API,
// describe/command a program; any other engine needs one method.
//
// Experimental: names and fields still move.
package describe
