package web

import "net/http"

// OptOutPage is what the page behind the link of a message says, by which its recipient gets no more such
// messages.
type OptOutPage struct {
	Language, Title, Heading, Text string
	Button                         string // "": there is nothing left to ask
}

// WriteOptOut writes the page. It asks before, because mail programs follow links on their own, and confirms
// when it is done.
func WriteOptOut(w http.ResponseWriter, p OptOutPage) {
	f := fragments{
		"language": escape(p.Language), "title": escape(p.Title), "heading": escape(p.Heading), "text": escape(p.Text), "button": escape(p.Button),
	}
	if p.Button == "" {
		f["content"] = f.fill("optout_done.html")
	} else {
		f["content"] = f.fill("optout_ask.html")
	}
	secure(w.Header(), optOutPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Add("Vary", "Accept-Language")
	_, _ = w.Write([]byte(f.fill("optout.html"))) // fails only when the client has disconnected
}
