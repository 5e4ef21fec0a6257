package gqlhttp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/99designs/gqlgen/graphql"
	"github.com/coder/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/fault"
)

// message is what both sides send.
type message struct {
	Type    string          `json:"type"`
	ID      string          `json:"id,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

func readMessage(kind websocket.MessageType, body []byte) (message, error) {
	var m message
	if kind != websocket.MessageText {
		return m, errors.New("not a text message")
	}
	if _, err := readJSON(body); err != nil {
		if errors.Is(err, errTooManyValues) {
			return m, errors.New("too many values, or nested too deep")
		}
		return m, errors.New("not one JSON object without duplicate names")
	}
	var wire map[string]json.RawMessage // exact names: a struct would accept any letter case
	if err := json.Unmarshal(body, &wire); err != nil || wire == nil {
		return m, errors.New("not a JSON object")
	}
	if err := json.Unmarshal(wire["type"], &m.Type); err != nil || m.Type == "" {
		return m, errors.New("type must be a string")
	}
	if m.Type == "subscribe" || m.Type == "complete" {
		if err := json.Unmarshal(wire["id"], &m.ID); err != nil || m.ID == "" || len(m.ID) > maxSocketID {
			return m, fmt.Errorf("id must be a string of at most %d bytes", maxSocketID)
		}
	}
	m.Payload = wire["payload"]
	if text := string(m.Payload); text == "null" {
		m.Payload = nil
	} else if text != "" && text[0] != '{' {
		return m, errors.New("payload must be an object")
	}
	return m, nil
}

// bearerToken returns the token in the payload of connection_init.
func bearerToken(payload json.RawMessage) (token string, given, ok bool) {
	if len(payload) == 0 {
		return "", false, true
	}
	var wire map[string]json.RawMessage
	if err := json.Unmarshal(payload, &wire); err != nil {
		return "", false, false
	}
	for name, raw := range wire {
		if !strings.EqualFold(name, "Authorization") {
			continue
		}
		var text string
		if given || json.Unmarshal(raw, &text) != nil {
			return "", true, false
		}
		scheme, rest, _ := strings.Cut(text, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			return "", true, false
		}
		token, given = rest, true
	}
	return token, given, true
}

// closeCode returns the code that makes clients do what helps. They connect again after 4403, asking
// their program for a token first, and give up after 4401: a token that has expired is replaced, and
// under other rights the same token may connect again, but nothing helps one that is refused for good.
func closeCode(f *fault.Error) websocket.StatusCode {
	switch f.Code {
	case fault.TokenExpired, fault.PermissionDenied:
		return closeForbidden
	default:
		return closeUnauthorized
	}
}

func (s *socket) next(id string, r *graphql.Response) error {
	s.counted.count(r.Errors)
	r.Errors = fewErrors(r.Errors)
	data, err := json.Marshal(wireResponse{Data: r.Data, Errors: r.Errors, Extensions: r.Extensions})
	if err != nil {
		data = []byte(encodingFailed)
	}
	return s.write(message{Type: "next", ID: id, Payload: data})
}

// sendError ends an operation with errors.
func (s *socket) sendError(id string, errs gqlerror.List) {
	s.counted.count(errs)
	errs = fewErrors(errs)
	data, err := json.Marshal(errs)
	if err != nil {
		data = []byte(`[]`)
	}
	_ = s.write(message{Type: "error", ID: id, Payload: data})
}

// write sends a message. The library disconnects a client that does not receive it in time.
func (s *socket) write(m message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), writeTime)
	defer cancel()
	return s.conn.Write(ctx, websocket.MessageText, text)
}
