package cli

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
)

// String is the name of a flag or an argument as people write it.
func (f *flag) String() string {
	if f.isArg {
		return "<" + f.name + ">"
	}
	return "--" + f.name
}

// summary is a flag with what stands for its value.
func (f *flag) summary() string {
	text := f.String()
	if f.isArg || f.isBool() {
		return text
	}
	text += "=" + f.placeholder
	if f.value.Kind() == reflect.Slice {
		text += ",..."
	}
	return text
}

func (f *flag) isBool() bool { return f.value.Kind() == reflect.Bool }

// set gives the field a value. A list or a map that is given again grows.
func (f *flag) set(text string) error {
	if f.enum != nil && !slices.Contains(f.enum, text) {
		return fmt.Errorf(`%s must be one of "%s" but got %q`, f, strings.Join(f.enum, `","`), text)
	}
	if err := f.parse(text); err != nil {
		return fmt.Errorf("%s: %w", f, err)
	}
	f.given = true
	return nil
}

func (f *flag) parse(text string) error {
	v := f.value
	if v.Type() == reflect.TypeFor[time.Duration]() {
		d, err := time.ParseDuration(text)
		if err != nil {
			return fmt.Errorf("expected a duration such as 15m but got %q", text)
		}
		v.SetInt(int64(d))
		return nil
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(text)
	case reflect.Bool:
		switch strings.ToLower(text) {
		case "true", "1", "yes":
			v.SetBool(true)
		case "false", "0", "no":
			v.SetBool(false)
		default:
			return fmt.Errorf("must be true, 1, yes, false, 0 or no but got %q", text)
		}
	case reflect.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("expected a whole number but got %q", text)
		}
		v.SetInt(n)
	case reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return fmt.Errorf("expected a whole number of at least 0 but got %q", text)
		}
		v.SetUint(n)
	case reflect.Float64:
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("expected a number but got %q", text)
		}
		v.SetFloat(n)
	case reflect.Pointer: // to a string: nil when absent
		v.Set(reflect.ValueOf(&text))
	case reflect.Slice:
		if text != "" {
			v.Set(reflect.AppendSlice(v, reflect.ValueOf(strings.Split(text, ","))))
		}
	case reflect.Map:
		key, value, ok := strings.Cut(text, "=")
		if !ok {
			return fmt.Errorf("expected KEY=VALUE but got %q", text)
		}
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		v.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(value))
	default:
		panic(fmt.Sprintf("cli: %s has a type that is not supported", f))
	}
	return nil
}
