package graph

import "github.com/redress/redress/ent"

type Resolver struct{ client *ent.Client }
