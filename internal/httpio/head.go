package httpio

// head follows the bytes of a request's head as they arrive, for what net/http does not tell: whether
// it has both Content-Length and Transfer-Encoding. net/http obeys the latter and drops the former; a
// proxy in front that obeys the other one sees another end of the request, and takes what follows for
// the next request of somebody else.
type head struct {
	name             [len("transfer-encoding:")]byte // the start of the current line, in lower case
	column           int
	lines            int
	length, encoding bool
	ended            bool
	after            int64 // bytes that came after the end
}

// scan reads the next bytes of the head, and counts those after it.
func (h *head) scan(b []byte) {
	for i, c := range b {
		switch {
		case h.ended:
			h.after += int64(len(b) - i)
			return
		case c == '\n':
			h.endLine()
		case h.column < len(h.name):
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			h.name[h.column] = c
			h.column++
		}
	}
}

func (h *head) endLine() {
	line := h.name[:h.column]
	if len(line) == 1 && line[0] == '\r' {
		line = nil
	}
	switch {
	case len(line) > 0:
		h.lines++
		h.length = h.length || hasPrefix(line, "content-length:")
		h.encoding = h.encoding || hasPrefix(line, "transfer-encoding:")
	case h.lines > 0: // empty lines before the first one are skipped
		h.ended = true
	}
	h.column = 0
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}
