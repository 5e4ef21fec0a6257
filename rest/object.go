package rest

import (
	"bytes"
	"encoding/json"
)

// object is a JSON object that keeps the order of its members, so that the document reads in the
// order in which it was written.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON encodes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// with returns the object with one more member.
func (o object) with(name string, value any) object {
	return append(o[:len(o):len(o)], member{name, value})
}

// get returns the value of a member; nil if there is none.
func (o object) get(name string) any {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func text(description, example string) object {
	return object{{"type", "string"}, {"description", description}, {"examples", []string{example}}}
}
