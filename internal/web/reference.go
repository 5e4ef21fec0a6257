package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// description is what the docs page reads of an OpenAPI document.
type description struct {
	Info struct{ Description string }
	Tags []struct{ Name, Description string }

	Paths      ordered[ordered[operation]]
	Components struct{ Schemas ordered[schema] }
}

type operation struct {
	OperationID, Summary, Description string
	AliasOf                           string `json:"x-alias-of"` // the path that it is another spelling of

	Tags        []string
	Parameters  []parameter
	RequestBody struct{ Content ordered[content] }
	Responses   ordered[struct {
		Description string
		Content     ordered[content]
	}]
}

type parameter struct {
	In, Name, Description string
	Required              bool
	Schema                schema
	Example               json.RawMessage
}

type content struct {
	Schema  schema
	Example json.RawMessage
}

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 any
	Format, Description  string
	Enum, Required       []string
	Items                *schema
	AnyOf                []schema
	Properties           ordered[schema]
	Minimum, Maximum     json.Number
	MinLength, MaxLength json.Number
	Default              json.RawMessage
}

// ordered is a JSON object whose members keep their order.
type ordered[T any] []struct {
	name  string
	value T
}

// UnmarshalJSON implements json.Unmarshaler.
func (o *ordered[T]) UnmarshalJSON(text []byte) error {
	in := json.NewDecoder(bytes.NewReader(text))
	if open, err := in.Token(); err != nil || open != json.Delim('{') {
		return errors.Join(errors.New("not an object"), err)
	}
	for in.More() {
		name, err := in.Token()
		if err != nil {
			return err
		}
		var value T
		if err := in.Decode(&value); err != nil {
			return err
		}
		text, _ := name.(string) // the name of a member always is one
		*o = append(*o, struct {
			name  string
			value T
		}{text, value})
	}
	return nil
}

// reference returns the navigation and the text of the docs page. A document that is none panics: it
// is the service's own.
func reference(document []byte) (navigation, text markup) {
	var d description
	if err := json.Unmarshal(document, &d); err != nil {
		panic("web: the OpenAPI document: " + err.Error())
	}
	var menu, page strings.Builder
	write := func(to *strings.Builder, parts ...markup) {
		for _, part := range parts {
			to.WriteString(string(part))
		}
	}
	write(&page, prose(d.Info.Description))
	for _, tag := range d.Tags {
		id := escape("tag-" + tag.Name)
		write(&menu, `<li><a href="#`, id, `">`, escape(tag.Name), "</a>\n<ul>\n")
		write(&page, `<section id="`, id, `"><h2>`, escape(tag.Name), "</h2>\n", prose(tag.Description))
		for _, path := range d.Paths {
			for _, method := range path.value {
				if op := method.value; op.AliasOf == "" && slices.Contains(op.Tags, tag.Name) {
					write(&menu, `<li><a href="#`, escape(op.OperationID), `">`, escape(op.Summary), "</a></li>\n")
					write(&page, op.article(method.name, path.name))
				}
			}
		}
		write(&menu, "</ul></li>\n")
		write(&page, "</section>\n")
	}
	write(&menu, `<li><a href="#schemas">Schemas</a></li>`)
	write(&page, `<section id="schemas"><h2>Schemas</h2>`, "\n")
	for _, s := range d.Components.Schemas {
		write(&page, `<article id="schema-`, escape(s.name), `"><h3>`, escape(s.name), "</h3>\n", s.value.members(), "</article>\n")
	}
	write(&page, "</section>")
	return markup(menu.String()), markup(page.String())
}

// article returns the section of an operation.
func (op operation) article(method, path string) markup {
	method = strings.ToUpper(method)
	out := `<article id="` + escape(op.OperationID) + `"><h3>` + escape(op.Summary) + "</h3>\n" +
		`<p class="path"><span class="method">` + escape(method) + `</span> <code>` + breakable(path) + "</code></p>\n" +
		prose(op.Description)
	if len(op.Parameters) > 0 {
		out += "<h4>Parameters</h4>\n<dl>\n"
		for _, p := range op.Parameters {
			words := p.In
			if p.Required {
				words += ", required"
			}
			out += term(p.Name, p.Schema, words) + prose(p.Description) + p.Schema.limits() + "</dd>\n"
		}
		out += "</dl>\n"
	}
	for _, body := range op.RequestBody.Content {
		out += "<h4>Body, " + escape(body.name) + "</h4>\n" + body.value.Schema.members() + example(body.value.Example)
	}
	out += "<h4>Responses</h4>\n<dl>\n"
	for _, response := range op.Responses {
		out += "<dt><code>" + escape(response.name) + "</code>"
		kinds := make([]string, len(response.value.Content))
		for i, c := range response.value.Content {
			if kinds[i] = c.name; c.value.Schema.Ref != "" {
				out += " <span>" + c.value.Schema.kind() + "</span>"
			}
		}
		if len(kinds) > 0 && kinds[0] != jsonKind {
			out += " <span>" + escape(strings.Join(kinds, ", ")) + "</span>"
		}
		out += "</dt><dd>" + prose(response.value.Description)
		for _, c := range response.value.Content {
			out += example(c.value.Example)
		}
		out += "</dd>\n"
	}
	return out + "</dl>\n" + op.form(method, path) + "</article>\n"
}

const jsonKind = "application/json"

// form returns the form by which a reader calls the operation; docs.js shows and sends it.
func (op operation) form(method, path string) markup {
	out := `<details class="try" hidden><summary>Try it</summary><form data-method="` + escape(method) + `" data-path="` + escape(path) + `">` + "\n"
	for _, p := range op.Parameters {
		required := markup("")
		if p.Required {
			required = " required"
		}
		out += "<label><span>" + escape(p.Name) + `</span><input name="` + escape(p.In+":"+p.Name) + `" autocomplete="off"` + required + "></label>\n"
	}
	for _, body := range op.RequestBody.Content {
		if body.name == jsonKind {
			out += `<label><span>Body</span><textarea name="json" rows="6" spellcheck="false">` + escape(indented(body.value.Example)) + "</textarea></label>\n"
			continue
		}
		for _, m := range body.value.Schema.Properties {
			out += "<label><span>" + escape(m.name) + "</span>"
			switch {
			case m.value.Format == "binary":
				out += `<input type="file" name="` + escape("form:"+m.name) + `">`
			case len(m.value.Enum) > 0:
				out += `<select name="` + escape("form:"+m.name) + `"><option></option>`
				for _, one := range m.value.Enum {
					out += "<option>" + escape(one) + "</option>"
				}
				out += "</select>"
			default:
				out += `<input name="` + escape("form:"+m.name) + `">`
			}
			out += "</label>\n"
		}
	}
	return out + `<button type="submit">Send</button></form><pre class="answer" tabindex="0" role="status" aria-label="Response" hidden></pre></details>` + "\n"
}

// members returns the list of an object's properties.
func (s schema) members() markup {
	if len(s.Properties) == 0 {
		return ""
	}
	out := markup("<dl>\n")
	for _, m := range s.Properties {
		words := "optional"
		if slices.Contains(s.Required, m.name) {
			words = ""
		}
		out += term(m.name, m.value, words) + prose(m.value.Description) + m.value.limits() + "</dd>\n"
	}
	return out + "</dl>\n"
}

// term returns the name and the type of a property or parameter, and the begin of its description.
func term(name string, s schema, words string) markup {
	out := "<dt><code>" + escape(name) + "</code> <span>" + s.kind()
	if words != "" {
		out += ", " + escape(words)
	}
	return out + "</span></dt><dd>"
}

// kind returns the type of a value in words, with links to schemas.
func (s schema) kind() markup {
	switch {
	case s.Ref != "":
		name := escape(s.Ref[strings.LastIndex(s.Ref, "/")+1:])
		return `<a href="#schema-` + name + `">` + name + "</a>"
	case len(s.AnyOf) > 0:
		kinds := make([]string, len(s.AnyOf))
		for i, one := range s.AnyOf {
			kinds[i] = string(one.kind())
		}
		return markup(strings.Join(kinds, " or "))
	case s.Items != nil:
		return "list of " + s.Items.kind()
	}
	words := fmt.Sprint(s.Type)
	if kinds, several := s.Type.([]any); several {
		words = ""
		for i, kind := range kinds {
			if i > 0 {
				words += " or "
			}
			words += fmt.Sprint(kind)
		}
	}
	if s.Format != "" {
		words += " (" + s.Format + ")"
	}
	return escape(words)
}

// limits returns the values that are allowed.
func (s schema) limits() markup {
	var words []string
	switch {
	case s.Minimum != "" && s.Maximum != "":
		words = append(words, fmt.Sprintf("From `%s` to `%s`.", s.Minimum, s.Maximum))
	case s.Maximum != "":
		words = append(words, fmt.Sprintf("At most `%s`.", s.Maximum))
	}
	if s.MaxLength != "" {
		words = append(words, fmt.Sprintf("At most %s characters.", s.MaxLength))
	}
	if len(s.Enum) > 0 {
		words = append(words, "One of `"+strings.Join(s.Enum, "`, `")+"`.")
	}
	if len(s.Default) > 0 {
		words = append(words, fmt.Sprintf("Default: `%s`.", s.Default))
	}
	return prose(strings.Join(words, " "))
}

// example returns an example that opens on a click; nothing if there is none.
func example(value json.RawMessage) markup {
	if len(value) == 0 {
		return ""
	}
	return `<details><summary>Example</summary><pre tabindex="0">` + escape(indented(value)) + "</pre></details>\n"
}

// indented returns an example for people: JSON on lines of its own, or the text that it is.
func indented(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	var out bytes.Buffer
	if json.Indent(&out, value, "", "  ") != nil {
		return string(value)
	}
	return out.String()
}

// breakable returns a path that may be broken at its slashes, for narrow screens.
func breakable(path string) markup {
	var out markup
	for part := range strings.SplitAfterSeq(path, "/") {
		out += escape(part) + "<wbr>"
	}
	return out
}

// prose returns paragraphs of a text in which backquotes mark code.
func prose(text string) markup {
	var out markup
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph = strings.TrimSpace(paragraph); paragraph == "" {
			continue
		}
		out += "<p>"
		for i, part := range strings.Split(paragraph, "`") {
			if i%2 == 1 {
				out += "<code>" + escape(part) + "</code>"
			} else {
				out += escape(part)
			}
		}
		out += "</p>\n"
	}
	return out
}
