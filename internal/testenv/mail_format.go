package testenv

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"slices"
	"strings"
	"unicode/utf8"
)

const maxMailLine = 998 // octets without CRLF (RFC 5322 section 2.1.1)

// mailFaults returns what a strict reader would find wrong with the lines and the header of a message.
func mailFaults(raw []byte, of mail.Header) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for line := range bytes.SplitSeq(bytes.TrimSuffix(raw, []byte("\r\n")), []byte("\r\n")) {
		if len(line) > maxMailLine || bytes.ContainsAny(line, "\r\n\x00") {
			fault("a line of %d octets: %.200q", len(line), line)
		}
	}
	header, _, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
	if bytes.ContainsFunc(header, func(r rune) bool { return r >= utf8.RuneSelf }) {
		fault("a header that is not ASCII: %q", header)
	}
	for _, name := range []string{"From", "To", "Subject", "Date", "Message-Id", "Mime-Version", "Auto-Submitted", "Content-Type"} {
		if n := len(of[name]); n != 1 {
			fault("%s stands %d times in %q", name, n, header)
		}
	}
	for _, name := range []string{"From", "To", "Reply-To"} {
		if _, err := of.AddressList(name); err != nil && of.Get(name) != "" {
			fault("%s: %v in %q", name, err, header)
		}
	}
	if _, err := of.Date(); err != nil {
		fault("the date: %v", err)
	}
	if subject, err := new(mime.WordDecoder).DecodeHeader(of.Get("Subject")); err != nil || !utf8.ValidString(subject) || subject == "" {
		fault("the subject %q: %v", subject, err)
	}
	return faults
}

// readParts returns the text of a message and the same as a page, one after the other, and what is wrong with them.
func readParts(msg *mail.Message) (body string, faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	var types []string
	mediaType, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil || mediaType != "multipart/alternative" {
		fault("it is %s: %v", mediaType, err)
		return body, faults
	}
	parts := multipart.NewReader(msg.Body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return body, append(faults, err.Error())
		}
		partType, params, err := mime.ParseMediaType(part.Header.Get("Content-Type"))
		types = append(types, partType)
		text, readErr := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil || readErr != nil || !strings.EqualFold(params["charset"], "utf-8") || !utf8.Valid(text) || len(text) == 0 ||
			part.Header.Get("Content-Transfer-Encoding") != "quoted-printable" {
			fault("the part %v: %v, %v", part.Header, err, readErr)
		}
		body += string(text) + "\n"
	}
	if !slices.Equal(types, []string{"text/plain", "text/html"}) {
		fault("its parts are %v", types)
	}
	return body, faults
}
