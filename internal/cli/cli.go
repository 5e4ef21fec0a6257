// Package cli reads a command line into a struct: a field is a flag, an argument or a command, as its
// tags say. The libraries that do this call methods by names found at run time, for which the linker
// keeps every exported method of a program; this package looks at fields only.
//
// A field tagged cmd is a command, whose struct has fields of its own; one tagged arg is an argument;
// every other one is a flag, also those of embedded structs. The tags are
//
//	help         what it is, for --help; ${default} stands for the default
//	name         its name, where it is not the field's in lower case with hyphens
//	placeholder  what stands for a flag's value in --help
//	default      its value when nothing else is given
//	env          the variable of the environment that gives its value when the flag is absent
//	enum         its possible values, separated by commas
//	required     the flag must be given
//	xor          flags of the same word exclude each other
//	settings     the flag belongs to all commands, under the heading "Settings:"
//	uses         the names of the settings that a command reads, where it does not read all
package cli

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// ErrHelp says that the help was printed, and that there is nothing else to do.
var ErrHelp = errors.New("help was printed")

// Program is what Parse reads a command line for.
type Program struct {
	Name        string
	Description string
	// Stdout is where help goes.
	Stdout io.Writer
	// Lookup returns the value of a variable of the environment, and whether there is one.
	Lookup func(env string) (value string, ok bool, err error)
}

// Command is a command and what can follow it.
type Command struct {
	// Value points to the struct of the command.
	Value any

	name, help string
	uses       []string // settings; nil means all
	parent     *Command
	commands   []*Command
	flags      []*flag
	args       []*flag
}

// flag is a flag or an argument.
type flag struct {
	name, help, placeholder, xor, env string
	enum                              []string
	fallback                          *string // the default
	required, settings, isArg, given  bool
	value                             reflect.Value
}

// Uses returns whether the command reads any settings.
func (c *Command) Uses() bool { return c.uses == nil || len(c.uses) > 0 }

// Parse reads args into the struct that root points to, and returns the command that they name.
// It returns ErrHelp when they ask for help.
func Parse(p Program, root any, args []string) (*Command, error) {
	top := &Command{name: p.Name, help: p.Description, Value: root}
	top.read(reflect.ValueOf(root).Elem())
	flags, _, _ := strings.Cut(strings.Join(args, "\x00"), "\x00--\x00")
	help := slices.ContainsFunc(strings.Split(flags, "\x00"), func(s string) bool { return s == "--help" || s == "-h" })
	command, err := top.parse(args)
	switch {
	case help:
		if err := printHelp(p, command); err != nil {
			return nil, err
		}
		return nil, ErrHelp
	case err != nil:
		return nil, err
	}
	if err := command.complete(p); err != nil {
		return nil, err
	}
	return command, nil
}

// read adds the fields of a struct to the command.
func (c *Command) read(s reflect.Value) {
	for i := range s.NumField() {
		field, value := s.Type().Field(i), s.Field(i)
		tag := field.Tag
		_, isCommand := tag.Lookup("cmd")
		name := tag.Get("name")
		if name == "" {
			name = hyphenate(field.Name)
		}
		switch {
		case field.Anonymous:
			c.read(value)
		case isCommand:
			child := &Command{name: name, help: tag.Get("help"), uses: c.uses, parent: c, Value: value.Addr().Interface()}
			if uses, ok := tag.Lookup("uses"); ok {
				child.uses = append([]string{}, strings.Fields(uses)...)
			}
			child.read(value)
			c.commands = append(c.commands, child)
		default:
			f := &flag{name: name, help: tag.Get("help"), placeholder: tag.Get("placeholder"), xor: tag.Get("xor"), env: tag.Get("env"), value: value}
			_, f.required = tag.Lookup("required")
			_, f.settings = tag.Lookup("settings")
			_, f.isArg = tag.Lookup("arg")
			if text, ok := tag.Lookup("default"); ok {
				f.fallback = &text
				f.help = strings.ReplaceAll(f.help, "${default}", text)
			}
			if text := tag.Get("enum"); text != "" {
				f.enum = strings.Split(text, ",")
			}
			if f.isArg {
				c.args = append(c.args, f)
			} else {
				c.flags = append(c.flags, f)
			}
		}
	}
}

// hyphenate converts the name of a field to that of a flag: DatabaseURL is database-url.
func hyphenate(name string) string {
	var b strings.Builder
	letters := []rune(name)
	for i, r := range letters {
		upper := unicode.IsUpper(r)
		endsWord := i > 0 && upper && (!unicode.IsUpper(letters[i-1]) || i+1 < len(letters) && !unicode.IsUpper(letters[i+1]))
		if endsWord {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// parse reads args, and returns the command that they have named so far, also with an error.
func (c *Command) parse(args []string) (*Command, error) {
	arguments, literal := 0, false
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--" && !literal:
			literal = true
		case (arg == "--help" || arg == "-h") && !literal:
		case strings.HasPrefix(arg, "-") && arg != "-" && !literal:
			rest, err := c.parseFlag(arg, args)
			if err != nil {
				return c, err
			}
			args = rest
		case len(c.commands) > 0:
			i := slices.IndexFunc(c.commands, func(child *Command) bool { return child.name == arg })
			if i < 0 {
				return c, fmt.Errorf("unexpected argument %s", arg)
			}
			c = c.commands[i]
		case arguments < len(c.args):
			if err := c.args[arguments].set(arg); err != nil {
				return c, err
			}
			arguments++
		default:
			return c, fmt.Errorf("unexpected argument %s", arg)
		}
	}
	return c, nil
}

// parseFlag reads a flag and its value, and returns what follows them.
func (c *Command) parseFlag(arg string, rest []string) ([]string, error) {
	name, text, hasText := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
	f := c.flag(name)
	switch {
	case f == nil || !strings.HasPrefix(arg, "--"):
		name, _, _ = strings.Cut(arg, "=")
		return nil, fmt.Errorf("unknown flag %s", name)
	case hasText:
	case f.isBool():
		text = "true"
	case len(rest) == 0:
		return nil, fmt.Errorf("%s: expected a value", f)
	case strings.HasPrefix(rest[0], "-") && len(rest[0]) > 1:
		return nil, fmt.Errorf("%s: expected a value but got %q; perhaps try %[1]s=%[2]q?", f, rest[0])
	default:
		text, rest = rest[0], rest[1:]
	}
	return rest, f.set(text)
}

// flag finds a flag of the command or of those that it is part of.
func (c *Command) flag(name string) *flag {
	for ; c != nil; c = c.parent {
		for _, f := range c.flags {
			if f.name == name {
				return f
			}
		}
	}
	return nil
}

// complete reads what the command line left to the environment and to defaults, and checks that all
// is there that must be.
func (c *Command) complete(p Program) error {
	if len(c.commands) > 0 {
		var names []string
		for _, child := range c.commands {
			names = append(names, fmt.Sprintf("%q", child.name))
		}
		if len(names) == 1 {
			return fmt.Errorf("expected %s", names[0])
		}
		return fmt.Errorf("expected one of %s", strings.Join(names, ", "))
	}
	var missing []string
	for _, f := range c.args {
		if !f.given {
			missing = append(missing, f.String())
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("expected %q", strings.Join(missing, " "))
	}
	excluded := map[string]*flag{}
	for ; c != nil; c = c.parent {
		for _, f := range c.flags {
			if f.xor != "" && f.given {
				if other := excluded[f.xor]; other != nil {
					return fmt.Errorf("%s and %s can't be used together", other, f)
				}
				excluded[f.xor] = f
			}
			if err := f.complete(p); err != nil {
				return err
			}
			if f.required && !f.given {
				missing = append(missing, f.summary())
			}
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("missing flags: %s", strings.Join(missing, ", "))
	}
	return nil
}

// complete sets a flag that was not given.
func (f *flag) complete(p Program) error {
	if f.given {
		return nil
	}
	if f.env != "" {
		text, ok, err := p.Lookup(f.env)
		if err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		if ok {
			if err := f.set(text); err != nil {
				return fmt.Errorf("%w (from %s)", err, f.env)
			}
			return nil
		}
	}
	if f.fallback != nil {
		err := f.set(*f.fallback)
		f.given = false
		return err
	}
	return nil
}
