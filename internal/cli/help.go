package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/term"
)

// printHelp writes what a command is, what can follow it, and its flags.
func printHelp(p Program, c *Command) error {
	h := &help{width: width(p.Stdout)}
	h.line("Usage: " + c.usage())
	h.paragraphs(c.help)
	if detailed, ok := c.Value.(interface{ Help() string }); ok {
		h.paragraphs(detailed.Help())
	}
	var args [][2]string
	for _, f := range c.args {
		args = append(args, [2]string{f.String(), f.help})
	}
	h.table("Arguments:", args)

	flags := [][2]string{{"-h, --help", "Show context-sensitive help."}}
	var settings [][2]string
	for _, f := range c.flags {
		if !f.settings {
			if len(flags) == 1 {
				flags = append(flags, [2]string{})
			}
			flags = append(flags, [2]string{"    " + f.summary(), f.help})
		}
	}
	for top := c; top != nil; top = top.parent {
		for _, f := range top.flags {
			if f.settings && (c.uses == nil || slices.Contains(c.uses, f.name)) {
				settings = append(settings, [2]string{f.summary(), f.help + " ($" + f.env + ")"})
			}
		}
	}
	h.table("Flags:", flags)
	h.table("Settings:", settings)
	prefix := ""
	if c.parent != nil {
		_, prefix, _ = strings.Cut(c.path()+" ", " ")
	}
	h.table("Commands:", c.leaves(prefix))
	if c.parent == nil {
		h.line("")
		h.line(fmt.Sprintf("Run %q for more information on a command.", c.name+" <command> --help"))
	}
	_, err := io.WriteString(p.Stdout, h.text.String())
	return err
}

// usage is a line of how the command is called.
func (c *Command) usage() string {
	text := c.path()
	if len(c.commands) > 0 {
		text += " <command>"
	}
	for _, f := range c.args {
		text += " " + f.String()
	}
	for _, f := range c.flags {
		if f.required {
			text += " " + f.summary()
		}
	}
	return text + " [flags]"
}

// path is the words that name the command, from the program on.
func (c *Command) path() string {
	if c.parent == nil {
		return c.name
	}
	return c.parent.path() + " " + c.name
}

// leaves returns the commands below this one that can be run.
func (c *Command) leaves(prefix string) (rows [][2]string) {
	for _, child := range c.commands {
		if len(child.commands) > 0 {
			rows = append(rows, child.leaves(prefix+child.name+" ")...)
		} else {
			rows = append(rows, [2]string{prefix + child.name, child.help})
		}
	}
	return rows
}

// help is a text of a width.
type help struct {
	text  strings.Builder
	width int
}

func (h *help) line(text string) {
	h.text.WriteString(strings.TrimRight(text, " "))
	h.text.WriteByte('\n')
}

// paragraphs writes each paragraph of a text after an empty line.
func (h *help) paragraphs(text string) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		if paragraph == "" {
			continue
		}
		h.line("")
		for _, line := range wrap(paragraph, h.width) {
			h.line(line)
		}
	}
}

// table writes rows of two columns under a heading. A long name has a line of its own.
func (h *help) table(heading string, rows [][2]string) {
	if len(rows) == 0 {
		return
	}
	h.line("")
	h.line(heading)
	longest := max(30, h.width*3/8)
	left := 0
	for _, row := range rows {
		if n := utf8.RuneCountInString(row[0]); n < longest {
			left = max(left, n)
		}
	}
	indent := strings.Repeat(" ", left+6)
	for _, row := range rows {
		lines := wrap(row[1], h.width-len(indent))
		name := "  " + row[0]
		if gap := len(indent) - utf8.RuneCountInString(name); gap > 0 && len(lines) > 0 {
			name += strings.Repeat(" ", gap) + lines[0]
			lines = lines[1:]
		}
		h.line(name)
		for _, line := range lines {
			h.line(indent + line)
		}
	}
}

// wrap breaks a text into lines that are no wider, unless a word is.
func wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// width is how wide the terminal is, or 80 where there is none.
func width(w io.Writer) int {
	if columns, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && columns > 40 {
		return columns
	}
	if file, ok := w.(*os.File); ok {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil && columns > 40 {
			return columns
		}
	}
	return 80
}
