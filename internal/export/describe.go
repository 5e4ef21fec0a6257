package export

// Param is a parameter of an export, for the OpenAPI document.
type Param struct {
	Name, Text string
	InPath     bool
}

// Params returns the parameters of an export.
func (e *Export) Params() []Param {
	out := make([]Param, 0, len(e.params))
	for _, p := range e.params {
		out = append(out, Param{Name: p.name, Text: p.text(), InPath: p.encoding == inPath})
	}
	return out
}

func (p param) text() string {
	switch p.encoding {
	case jsonInput:
		return "A GraphQL `" + p.typ + "` as JSON."
	case ofFile:
		return "`true` begins the file with a byte order mark, without which Excel does not read it as UTF-8."
	case commaList:
		return "A GraphQL `" + p.typ + "`, its elements separated by commas."
	case lowerCase:
		return "A GraphQL `" + p.typ + "` in lower case."
	case inPath:
		return "The row whose list is exported."
	default:
		return "A GraphQL `" + p.typ + "`."
	}
}

// Columns returns the names of the columns, which are the first row of the file.
func (e *Export) Columns() []string {
	names := make([]string, len(e.columns))
	for i, c := range e.columns {
		names[i] = c.name
	}
	return names
}

// Root returns the name of the GraphQL query that returns the same.
func (e *Export) Root() string {
	if e.parent != "" {
		return e.parent
	}
	return e.root
}
