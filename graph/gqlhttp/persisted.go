package gqlhttp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"github.com/99designs/gqlgen/graphql"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/redress/redress/internal/auth"
)

// The limits of the documents that are kept for automatic persisted queries.
const (
	maxPersisted      = 1_000
	maxPersistedBytes = 4 << 20
)

// persistedQueries keeps documents that signed-in callers have sent with their hash, so that the hash
// is enough the next time: automatic persisted queries, as Apollo's clients and others speak them. What
// is dropped is sent once more.
type persistedQueries struct {
	mu     sync.Mutex
	byHash *simplelru.LRU[string, string]
	bytes  int
}

func newPersistedQueries() *persistedQueries {
	p := &persistedQueries{}
	p.byHash, _ = simplelru.NewLRU(maxPersisted, func(_, document string) { p.bytes -= len(document) }) // fails only for sizes below one
	return p
}

// complete puts the document into the parameters of a request that has only its hash. It returns
// the protocol's own error for a hash that is not known, upon which clients repeat the request with both. keep is to
// be called when the document turned out to be valid.
func (p *persistedQueries) complete(ctx context.Context, params *graphql.RawParams) (keep func(), err error) {
	keep = func() {}
	extension, given := params.Extensions["persistedQuery"]
	if !given || extension == nil {
		return keep, nil
	}
	wire, _ := extension.(map[string]any)
	hash, _ := wire["sha256Hash"].(string)
	if fmt.Sprint(wire["version"]) != "1" || len(hash) != hex.EncodedLen(sha256.Size) {
		return keep, malformed("extensions.persistedQuery", "must be an object with version 1 and sha256Hash, the SHA-256 of the query in hexadecimal")
	}
	signedIn := auth.From(ctx) != nil
	if params.Query == "" {
		if signedIn {
			params.Query = p.get(hash)
		}
		if params.Query == "" {
			return keep, &gqlerror.Error{Message: "PersistedQueryNotFound", Extensions: map[string]any{"code": "PERSISTED_QUERY_NOT_FOUND"}}
		}
		return keep, nil
	}
	if sum := sha256.Sum256([]byte(params.Query)); hex.EncodeToString(sum[:]) != hash {
		return keep, malformed("extensions.persistedQuery.sha256Hash", "is not the SHA-256 of the query in hexadecimal")
	}
	if signedIn {
		document := params.Query
		keep = func() { p.add(hash, document) }
	}
	return keep, nil
}

func (p *persistedQueries) get(hash string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	document, _ := p.byHash.Get(hash)
	return document
}

func (p *persistedQueries) add(hash, document string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.byHash.Contains(hash) {
		return
	}
	p.byHash.Add(hash, document)
	for p.bytes += len(document); p.bytes > maxPersistedBytes; {
		p.byHash.RemoveOldest()
	}
}
