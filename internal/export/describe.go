package export

// Param is a parameter of an export, for whoever describes it.
type Param struct {
	Name, Text string
	InPath     bool
}

// Params are the parameters of an export.
func (e *Export) Params() []Param {
	out := make([]Param, len(e.params))
	for i, p := range e.params {
		out[i] = Param{Name: p.name, Text: p.text(), InPath: p.spelling == inPath}
	}
	return out
}

func (p param) text() string {
	switch p.spelling {
	case object:
		return "A `" + p.typ + "` of the graph, as JSON."
	case words:
		return "What the graph takes as `" + p.typ + "`, with commas between."
	case state:
		return "A `" + p.typ + "` of the graph, in small letters."
	case inPath:
		return "The row that the file is about."
	default:
		return "What the graph takes as `" + p.typ + "`."
	}
}

// Columns are the names in the first row of the file.
func (e *Export) Columns() []string {
	names := make([]string, len(e.columns))
	for i, c := range e.columns {
		names[i] = c.name
	}
	return names
}

// Root is the field of the graph that gives the same.
func (e *Export) Root() string {
	if e.within != "" {
		return e.within
	}
	return e.root
}
