package web

import "net/http"

// MailPage is what the page behind the link of a message says, on which its recipient answers something.
type MailPage struct {
	Language, Title, Heading, Text string
	Button                         string // "": there is nothing left to ask
}

// WriteMailPage writes the page. It asks before, because mail programs follow links on their own, and confirms
// when it is done.
func WriteMailPage(w http.ResponseWriter, p MailPage) {
	f := fragments{
		"language": escape(p.Language), "title": escape(p.Title), "heading": escape(p.Heading), "text": escape(p.Text), "button": escape(p.Button),
	}
	if p.Button == "" {
		f["content"] = f.fill("mail_done.html")
	} else {
		f["content"] = f.fill("mail_ask.html")
	}
	secure(w.Header(), mailPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept-Language")
	_, _ = w.Write([]byte(f.fill("mail.html"))) // fails only when the client has disconnected
}
