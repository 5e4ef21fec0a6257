package gqlhttp

import (
	"strings"

	"github.com/redress/redress/graph/gqlhttp/cursor"
	"github.com/redress/redress/graph/model"
	"github.com/redress/redress/internal/domain"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/stats"
)

// value is the price of a value that nothing more is read for.
func (*costEstimator) value(askedField) price { return price{} }

// reads returns a pricing of a value that so many rows are read for.
func reads(rows int) pricing {
	return func(*costEstimator, askedField) price { return price{nodes: rows} }
}

// unread returns the price of a number that is counted, up to a limit.
func (*costEstimator) unread(askedField) price {
	return oneNode.plus(price{once: per(domain.MaxUnread, weights.totalRows)})
}

// heldMail returns the price of an object with a number that is counted, up to a limit.
func (w *costEstimator) heldMail(f askedField) price {
	return w.object(f).plus(price{once: per(domain.MaxHeldMail, weights.totalRows)})
}

// object returns the price of an object.
func (w *costEstimator) object(f askedField) price { return oneNode.plus(w.set(f.SelectionSet, 0)) }

// delivery returns the price of the counters of a broadcast, which are read with those of its channels, whether these are asked for or not.
func (w *costEstimator) delivery(f askedField) price { return w.object(f).plus(price{nodes: channels}) }

// moveMail returns the price of the e-mail to a reporter: the complaint, and what says whether one goes and in which language.
func (w *costEstimator) moveMail(f askedField) price { return w.object(f).plus(price{once: 5}) }

// list returns a pricing of a list of so many objects at most.
func list(length int) pricing {
	return func(w *costEstimator, f askedField) price { return w.object(f).times(length) }
}

// given returns the price of a list whose length its parent says.
func (w *costEstimator) given(f askedField) price { return w.object(f).times(f.rows) }

// edges returns the price of the edges of a connection, which count for nothing beside their rows.
func (w *costEstimator) edges(f askedField) price {
	inner := w.set(f.SelectionSet, 0)
	inner.nodes = max(1, inner.nodes)
	return inner.times(f.rows)
}

// connection returns the price of a connection: a page, which is read one row ahead, and its total.
func (w *costEstimator) connection(f askedField) price {
	size := w.pageSize(f.Field, f.args)
	if w.err != nil {
		return price{}
	}
	table := typeTables[typeOf(f.Field).Row]
	p := w.set(f.SelectionSet, size+1).plus(w.sorting(f))
	statements := 0
	page := selects(f.SelectionSet, "edges")
	if page {
		statements++
	}
	if selects(f.SelectionSet, "totalCount") || !page {
		statements++
		p = p.plus(price{nodes: 1, once: w.tables.total(table)})
	}
	return p.plus(w.filters(table, f.args, statements))
}

// page returns the price of a numbered page, which always has a total.
func (w *costEstimator) page(f askedField) price {
	size := limitOf(f)
	w.checkOrder(f.Field, f.args)
	table := typeTables[typeOf(f.Field).Row]
	read := price{nodes: 1} // the total
	if n, ok := toInt(f.args["page"]); ok && n > 1 {
		read.nodes += size // of a page further back the ids are read first
	}
	return oneNode.plus(w.rowsOfPage(f, size)).plus(read).plus(price{once: w.tables.total(table)}).
		plus(w.sorting(f)).plus(w.filters(table, f.args, 2)) // the page and its total
}

// complaintPage is page, whose total may come from the rollups.
func (w *costEstimator) complaintPage(f askedField) price {
	p := w.page(f)
	if f.args["where"] == nil {
		p.once += w.rollups(string(domain.ByStatus))
	}
	return p
}

// paymentPage is page with a summary.
func (w *costEstimator) paymentPage(f askedField) price {
	return w.page(f).plus(price{nodes: currencies, once: w.tables.total("payments")})
}

// limitOf returns how many rows a numbered page has.
func limitOf(f askedField) int {
	if n, ok := toInt(f.args["limit"]); ok {
		return max(1, min(n, model.MaxPageSize))
	}
	return model.DefaultPageSize
}

// rowsOfPage returns the price of the rows of a numbered page, which are read even if none is selected.
func (w *costEstimator) rowsOfPage(f askedField, size int) price {
	rows := w.set(f.SelectionSet, size)
	rows.nodes = max(rows.nodes, size)
	return rows
}

// sorting returns the price of an order that no index serves: of the rows that are counted to see
// whether they are too many, and sorted.
func (w *costEstimator) sorting(f askedField) price {
	of := typeOf(f.Field).Row
	if f.ObjectDefinition.Name != "Query" || model.Served(of, cursor.OrderOf(f.Field, f.args)) {
		return price{}
	}
	return price{nodes: 1, once: w.sortedRows(typeTables[of])}
}

// sortedRows returns what it costs at most to count and to sort the rows of a table.
func (w *costEstimator) sortedRows(table string) int {
	return 1 + 2*per(min(w.tables.readable(table), model.MaxSorted), weights.totalRows) // counted and sorted
}

// mutation returns the price of a mutation: of each row that it changes.
func (w *costEstimator) mutation(f askedField) price {
	items := max(1, bulkItems(f.args))
	return oneNode.plus(price{once: weights.mutation * items}).plus(w.set(f.SelectionSet, items))
}

// saveView is mutation, which tries the view.
func (w *costEstimator) saveView(f askedField) price { return w.mutation(f).plus(w.triedView(f)) }

// triedView returns the price of trying a view that is saved: a row of its list, with its rights and those of
// the role that it is shared with.
func (w *costEstimator) triedView(f askedField) price {
	input, _ := f.args["input"].(map[string]any)
	filter, tried := input["filter"].(map[string]any)
	if !tried {
		return price{}
	}
	list, _ := input["list"].(string)
	table := strings.ToLower(list)
	if table == "" { // that of a view which is changed is not known yet
		table = "complaints"
	}
	return price{once: 2}.plus(w.filters(table, map[string]any{"where": filter}, 2)) // as the viewer and as the role
}

// timeline returns the price of a page of a complaint's timeline, for which at most so many entries of each kind are
// compared, and the tasks.
func (w *costEstimator) timeline(f askedField) price {
	first, _ := toInt(f.args["first"])
	first = max(0, min(first, model.MaxPageSize))
	positions := len(domain.TaskStatuses)*(first+1) + plainListSize
	return oneNode.plus(w.set(f.SelectionSet, first)).plus(price{nodes: positions})
}

// nodes returns the price of rows of any types.
func (w *costEstimator) nodes(f askedField) price {
	ids, _ := f.args["ids"].([]any)
	if len(ids) > model.MaxPageSize {
		w.reject(f.Field, "ids", "has %d ids; at most %d are allowed", len(ids), model.MaxPageSize)
	}
	return w.object(f).times(len(ids))
}

// nearbyComplaints returns the price of complaints near a point, which is audited.
func (w *costEstimator) nearbyComplaints(f askedField) price {
	return w.object(f).times(plainListSize).plus(price{once: weights.mutation + plainListSize})
}

// guestForm returns the price of what people need who report without an account: both trees are read and sorted, whatever is asked for.
func (w *costEstimator) guestForm(f askedField) price {
	read := price{}
	for _, table := range []string{"categories", "zones"} {
		read.once += w.guestChoices(table) + per(w.tables.rows(table), weights.totalRows)
	}
	return w.object(f).plus(read)
}

// guestChoices returns how many rows of a table whoever reports without an account chooses among, at most.
func (w *costEstimator) guestChoices(table string) int {
	return min(w.tables.rows(table), domain.MaxGuestChoices)
}

// guestChoices returns the pricing of the rows of a table that whoever reports without an account chooses among. They are read with the form.
func guestChoices(table string) pricing {
	return func(w *costEstimator, f askedField) price { return w.object(f).times(w.guestChoices(table)) }
}

// exportLink returns the price of a link to a file, whose query is tried: with its filter, and in an order that there may be no
// index for.
func (w *costEstimator) exportLink(f askedField) price {
	read := price{once: currencies}
	of, _ := f.args["of"].(string)
	table, statistic := strings.CutSuffix(strings.ToLower(of), "_stats")
	if statistic {
		table += "s"
		read.once = stats.MaxBuckets + per(w.tables.readable("complaints"), weights.statisticRows)
	}
	arguments, _ := f.args["arguments"].(map[string]any)
	statements := 1
	if arguments["orderBy"] != nil { // the rows are counted first
		read.once += w.sortedRows(table)
		statements++
	}
	return w.object(f).plus(read).plus(w.filters(table, arguments, statements))
}

// ledgerCheck returns the price of verifying a part of the ledger. It returns none of the rows but reads all, and the heads
// and the neighbors of the chains.
func (w *costEstimator) ledgerCheck(f askedField) price {
	return w.object(f).plus(price{once: ledger.RowsPerCheck + ledger.RowsPerCheck/4})
}

// assignableSolvers returns the price of the solvers whom a complaint may be given to.
func (w *costEstimator) assignableSolvers(f askedField) price {
	n := atMost(f, stats.MaxAssignable)
	return w.object(f).times(n).plus(price{once: n + 2}).plus(w.queues()).plus(w.filters("users", f.args, 1)) // the complaint and its zone
}

// atMost returns the limit of a list that has no more rows than most.
func atMost(f askedField, most int) int {
	n, _ := toInt(f.args["limit"])
	return max(0, min(n, most))
}

// queues returns the price of summing up the tasks of all solvers.
func (w *costEstimator) queues() price {
	return price{nodes: 1, once: 1 + per(w.tables.readable("tasks"), weights.statisticRows)}
}

// workload returns the price of a page of solvers and their work.
func (w *costEstimator) workload(f askedField) price {
	size := limitOf(f)
	return oneNode.plus(w.rowsOfPage(f, size)).plus(price{once: size + w.tables.total("users")}).plus(w.queues()).
		plus(w.filters("users", f.args, 2)) // the page and its total
}

// callerLookup returns the price of the callers who are found.
func (w *costEstimator) callerLookup(f askedField) price {
	return w.object(f).times(atMost(f, model.MaxFound)).plus(w.callers())
}

// callers returns the price of looking up a caller: of the contacts that are compared, of the
// contacts that are read, and of the audit entry.
func (w *costEstimator) callers() price {
	compared := 2 * w.tables.textCost("contacts") // two columns
	return price{once: weights.mutation + compared + per(model.MaxContacts, 1)}
}

// find returns the price of the searches for a text.
func (w *costEstimator) find(f askedField) price {
	p := oneNode.plus(w.set(f.SelectionSet, atMost(f, model.MaxFound)))
	text, _ := f.args["text"].(string)
	for kind, table := range map[string]string{
		"complaints": "complaints", "users": "users", "serviceProviders": "service_providers",
		"broadcasts": "broadcasts", "tasks": "complaints",
	} {
		if selects(f.SelectionSet, kind) {
			c := conditionCounter{tables: w.tables, table: table}
			c.search(text, table)
			p.once += weights.search + c.cost // on PostgreSQL ids are read first, and what is found is read twice
		}
	}
	if selects(f.SelectionSet, "callers") {
		p = p.plus(w.callers())
	}
	return p
}

// complaintCountsFor returns the price of counting the complaints of several filters. Of each a bounded number is
// counted, but more may have to be looked at.
func (w *costEstimator) complaintCountsFor(f askedField) price {
	views, _ := f.args["views"].([]any)
	p := w.object(f).times(len(views))
	for _, v := range views {
		view, _ := v.(map[string]any)
		p = p.plus(price{once: 1 + w.tables.total("complaints")/2}).plus(w.filters("complaints", view, 1))
	}
	return p
}

// changed returns a pricing of a subscription to changes of the rows of a table: of its filter, which is applied to the
// rows of a message.
func changed(table string) pricing {
	return func(w *costEstimator, f askedField) price { return w.object(f).plus(w.matching(f, table)) }
}

func (w *costEstimator) matching(f askedField, table string) price {
	all := w.tables
	defer func() { w.tables = all }()
	w.tables.rows = func(table string) int { return min(loadBatch, all.rows(table)) }
	return w.filters(table, f.args, 1)
}
