package web

import "net/http"

// WriteOptOut writes the page behind the link of a message by which its recipient gets no more
// such messages. It asks before, because mail programs follow links on their own, and confirms
// when it is done.
func WriteOptOut(w http.ResponseWriter, messages string, done bool) {
	f := fragments{"messages": escape(messages)}
	if done {
		f["content"] = f.fill("optout_done.html")
	} else {
		f["content"] = f.fill("optout_ask.html")
	}
	secure(w.Header(), optOutPolicy)
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte(f.fill("optout.html"))) // fails only when the client has disconnected
}
