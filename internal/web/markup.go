package web

import (
	"embed"
	"html"
	"strings"
)

// pageFiles are HTML with placeholders, {{name}}. html/template is not used: it calls methods
// by their names, for which the linker keeps every exported method of the program.
//
//go:embed pages
var pageFiles embed.FS

// markup is HTML. It is written as a constant or comes from escape, so that a value can't
// become part of a page unescaped: a variable string does not convert to it by itself.
type markup string

// escape returns a value as HTML text, also fit for an attribute in quotes. It is not for a
// script, a style, or an address whose scheme comes from outside.
func escape(value string) markup { return markup(html.EscapeString(value)) }

// fragments are what stands for each placeholder.
type fragments map[string]markup

// fill returns the HTML of a file, less its last line break, with each placeholder replaced.
// What is put in is not read again. A placeholder without a fragment is a mistake in the file,
// and panics.
func (f fragments) fill(file string) markup {
	page, err := pageFiles.ReadFile("pages/" + file)
	if err != nil {
		panic(err) // an embedded file can't fail to be read
	}
	var out strings.Builder
	rest := strings.TrimSuffix(string(page), "\n")
	for {
		before, after, found := strings.Cut(rest, "{{")
		out.WriteString(before)
		if !found {
			return markup(out.String())
		}
		var name string
		name, rest, _ = strings.Cut(after, "}}")
		value, known := f[name]
		if !known {
			panic("web: " + file + " has no fragment for {{" + name + "}}")
		}
		out.WriteString(string(value))
	}
}

// fragments returns what the pages show of the configuration.
func (s *Pages) fragments() fragments {
	f := fragments{"endpoint": escape(s.cfg.Endpoint)}
	for name, a := range s.assets {
		f["asset "+name] = escape(a.url())
	}
	f["head"] = f.fill("head.html")
	f["playground link"], f["playground button"], f["playground tabs"], f["identities"] = "", "", "", ""
	if s.cfg.Playground {
		f["playground link"] = `<a href="/playground">Playground</a>`
		f["playground button"] = `<a class="button" href="/playground">Open the playground</a>`
		f["playground tabs"] = `
      The <a href="/playground">playground</a> has a tab for each role, signed in already.`
		if s.cfg.Tabs != nil {
			f["identities"] = `<label id="identity" hidden>Try as <select></select></label>`
		}
	}
	f["demo"] = s.demo(f)
	return f
}

// demo returns the section with the demo's accounts, empty outside demo mode.
func (s *Pages) demo(f fragments) markup {
	if len(s.cfg.Accounts) == 0 {
		return ""
	}
	f["password"], f["accounts"] = escape(s.cfg.Password), ""
	for _, a := range s.cfg.Accounts {
		f["accounts"] += "<li><span>" + escape(a.Role) + "</span> <code>" + escape(a.Email) + "</code></li>\n      "
	}
	return f.fill("demo.html")
}
