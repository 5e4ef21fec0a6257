package gqlhttp

import (
	"fmt"
	"testing"

	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
	"github.com/redress/redress/internal/testenv/docs"
)

// TestProductPage compares docs/product.md with the limits of queries and streams.
func TestProductPage(t *testing.T) {
	docs.Section(t, "query limits", docs.Table(
		[]string{"limit", "value"},
		[]string{"`first`, `last` and `limit`", fmt.Sprintf("%d when absent, %d at most", model.DefaultPageSize, model.MaxPageSize)},
		[]string{"nodes that a query may return, lists multiplied", fmt.Sprint(maxCost)},
		[]string{"nodes that an event of a subscription may return", fmt.Sprint(maxEventCost)},
		[]string{"fields, levels, root fields of an operation", fmt.Sprintf("%d, %d, %d", maxFields, maxDepth, maxRootFields)},
		[]string{"aliases", fmt.Sprintf("%d, for administrators %d", maxAliases, maxAdminAliases)},
		[]string{"body, document within it", fmt.Sprintf("%d KiB, %d KiB", maxBody>>10, maxQuery>>10)},
		[]string{"time of an operation", fmt.Sprintf("%d s", int(maxTime.Seconds()))},
		[]string{"buckets of a statistic", fmt.Sprint(stats.MaxBuckets)},
		[]string{"rows read by one `ledgerCheck`", fmt.Sprint(ledger.RowsPerCheck)},
		[]string{"operations on a WebSocket at once", fmt.Sprint(maxSocketOperations)},
		[]string{"streams of an instance (`REDRESS_STREAMS`), an account, an address without a token", fmt.Sprintf("%d, %d, %d", DefaultStreams, maxAccountStreams, maxAnonymousStreams)},
	))
}
