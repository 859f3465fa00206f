package client

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// refused returns the error of an answer, or nil if its status is 2xx.
func (c *Client) refused(resp *http.Response) error {
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return nil
	}
	e := &Error{}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxErrorAnswer))
	if err == nil {
		e = c.parseError(text)
	}
	e.Status = resp.StatusCode
	e.RetryAfter = retryAfter(resp.Header)
	if e.RequestID == "" {
		e.RequestID = c.shown(resp.Header.Get("X-Request-Id"), maxWord)
	}
	if to, err := url.Parse(resp.Header.Get("Location")); err == nil && to.Host != "" && e.Code == "" {
		e.Message = "it redirects to " + c.shown(to.Scheme+"://"+to.Host, maxMessage) + "; Config.BaseURL may be wrong"
	}
	if e.Message == "" {
		e.Message = http.StatusText(e.Status)
	}
	return e
}

// parseError reads the JSON of an error. If the text is not such JSON, the Error has no Code.
func (c *Client) parseError(text []byte) *Error {
	text = bytes.ReplaceAll(text, []byte(c.key()), []byte(redacted)) // in the details
	var answer ErrorResponse
	if json.Unmarshal(text, &answer) != nil || answer.Error == nil || !isCode(string(answer.Error.Code)) {
		return &Error{}
	}
	e := answer.Error
	e.Message = c.shown(e.Message, maxMessage)
	e.RequestID = c.shown(e.RequestID, maxWord)
	e.DocumentationURL = c.shown(e.DocumentationURL, maxMessage)
	return e
}

// isCode reports whether s can be a Code: a word of lower-case letters, digits and _.
func isCode(s string) bool {
	return s != "" && len(s) <= maxWord && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// redacted replaces the key, in case the other side sends it back.
const redacted = "[key]"

// shown returns the beginning of a text of the other side, fit for errors and the log.
func (c *Client) shown(s string, most int) string {
	return printable(strings.ReplaceAll(s, c.key(), redacted), most)
}

// printable returns the beginning of s, without characters that could control a terminal.
func printable(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
	if len(s) > most {
		s = s[:most]
		for !utf8.ValidString(s) {
			s = s[:len(s)-1]
		}
	}
	return s
}
