package exec

import (
	"reflect"
	"sync"
)

// InputReaders keeps what reads the inputs of operations. Resolvers that embed it have it made once; for
// others it is made for each operation, as the library does.
type InputReaders struct {
	once sync.Once
	made map[reflect.Type]reflect.Value
}

func (r *InputReaders) inputReaders(build func() map[reflect.Type]reflect.Value) map[reflect.Type]reflect.Value {
	r.once.Do(func() { r.made = build() })
	return r.made
}

// Inputs returns what reads the inputs of operations with these resolvers.
func Inputs(resolvers any, build func() map[reflect.Type]reflect.Value) map[reflect.Type]reflect.Value {
	if kept, ok := resolvers.(interface {
		inputReaders(build func() map[reflect.Type]reflect.Value) map[reflect.Type]reflect.Value
	}); ok {
		return kept.inputReaders(build)
	}
	return build()
}
