//go:build ignore

// Command gqlgen generates the executor of the graph as gqlgen.yml says, and calls the fields of
// an object one after the other: what they answer was loaded with the page, so a goroutine for
// each costs more than the field. The roots, which do read, are called at once.
package main

import (
	"log"

	"github.com/99designs/gqlgen/api"
	"github.com/99designs/gqlgen/codegen"
	"github.com/99designs/gqlgen/codegen/config"
)

func main() {
	cfg, err := config.LoadConfig("gqlgen.yml")
	if err == nil {
		err = api.Generate(cfg, api.AddPlugin(inTurn{}))
	}
	if err != nil {
		log.Fatal(err)
	}
}

type inTurn struct{}

// Name implements gqlgen's plugin.
func (inTurn) Name() string { return "in turn" }

// GenerateCode implements gqlgen's plugin, which runs before the executor is written.
func (inTurn) GenerateCode(data *codegen.Data) error {
	for _, o := range data.Objects {
		if o != data.QueryRoot && o != data.SubscriptionRoot {
			o.DisableConcurrency = true
		}
	}
	return nil
}
