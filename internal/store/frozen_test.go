package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"entgo.io/ent/dialect"

	"github.com/redress/redress/internal/auth"
	"github.com/redress/redress/internal/ledger"
	"github.com/redress/redress/internal/reconcile"
	"github.com/redress/redress/internal/testenv/pgtest"
)

// landed holds the SHA-256 of every migration that databases outside may have been made by.
// A migration is added here when it lands, and no line is changed afterwards: what a schema
// lacks is the business of the next number.
var landed = map[string]string{
	"migrations/postgres/0001_init.sql": "7fda62ee826bd37445c68767ffc74d46aac04442fa38a2ddd0346151ddb6a891",
	"migrations/sqlite/0001_init.sql":   "c6bf4f833f9f951e1b0aa11b19d5d894c544b91314652a6d526806967fd9296a",

	"migrations/postgres/0002_wide_facts.sql": "26ae2deba3ca540dfa1abab475803feae3507056058388e81a12893f1d9ee178",
	"migrations/sqlite/0002_wide_facts.sql":   "c9106070160bd921d5d7b2cb2df3eb2c34d4e5688dc02ea9d4c7df0ddb7183e3",

	"migrations/postgres/0003_sign_in.sql": "7fb502d0c61ddfca5503053eb929ffe8e9bcb85b165546cc549a6720d0a04319",
	"migrations/sqlite/0003_sign_in.sql":   "dcf5311e8cbd84604157420ddddf2b688afb1be59f628de84d6795cd8ce795e8",

	"migrations/postgres/0004_pending_is_due.sql": "7df773ff573207094bb0b457599af87e43116599e9197a4545b59b19e0991ba5",
	"migrations/sqlite/0004_pending_is_due.sql":   "ef476569463786cf5d59ab4e9960b1101bbe30b8f1480727655019cf24db32a6",

	"migrations/postgres/0005_sort_keys.sql": "21b0f396a829b103d73aa414eed6b0421a8b84182af23bd5431814031c767ae2",
	"migrations/sqlite/0005_sort_keys.sql":   "204f25c203400ee6c27b8fb2bebe252a890c091825769b2b30aed0a564a6b67d",
	"migrations/postgres/0006_positions.sql": "022146ab397d087654d4e417c7014d646257eccf061df7b38571491d91b95b6b",
	"migrations/sqlite/0006_positions.sql":   "971200b9cd15d6aa7ea9726ab32268718b02007c23338d2c31ea466c1f899ee1",

	"migrations/postgres/0007_settings.sql": "3081fbbd4a66ec4a7039440fd159d4aaf5ffb1572500b63b6425ca9fe28181ad",
	"migrations/sqlite/0007_settings.sql":   "e6bf542afa9057e5c56c407bd304a94406522124d9824025f88b86f82c0be1ce",

	"migrations/postgres/0008_revisions.sql": "d44ca0c671cf56751d633ef766026c6dbe91b3d7d5d8b97d2f5cf10c389edfad",
	"migrations/sqlite/0008_revisions.sql":   "d6afc6dbacb188b7f94b58c52c253e5bf83af750d61fc31d7771a3d95852dc19",

	"migrations/postgres/0009_boundaries.sql":  "7723a55186582ff18b8a0cb7a500a2e94456631fbac5c3c758e716d5153f3154",
	"migrations/sqlite/0009_boundaries.sql":    "6c9b99dcd33c5b1219a480d6705db2441ecb78055c45b12a8c8e190ec65f9f76",
	"migrations/postgres/0010_saved_views.sql": "570d80ed3e37eef85b671c9047692a4003cf37b6cfade3b87393aa80b2924618",
	"migrations/sqlite/0010_saved_views.sql":   "4f2b3423681228c463d23fe65b7aee19c03055ba13b487beaf23b4f7a536e9ac",
	"migrations/postgres/0011_resolutions.sql": "c9034082dc37c63084343de837da9411b367a5f6d53e61f39c4446f57a77c87a",
	"migrations/sqlite/0011_resolutions.sql":   "a3ad2fea44a7b10960d331ee4ab51e0b23d14431addd8e5c3b27f615154e7ed3",

	"migrations/postgres/0012_shown_media.sql": "6cbc49bd70eb273844cb3d7c4754e9cedf3b19e97d1d8c5391787e3e85236652",
	"migrations/sqlite/0012_shown_media.sql":   "69da01f3fe422a8f748c26644fea5c4e805eebf0b08b7cea89ae1f9e35592b68",

	"migrations/postgres/0013_late_evidence.sql": "49030155a583e9a7a508b87763904eac09ec9c2cd7823b606eeb0c476189e098",
	"migrations/sqlite/0013_late_evidence.sql":   "ccb19526658e216dae2051075433c7b132089d375a1bf839a48ec1f8d996d765",
	"migrations/postgres/0014_reason_codes.sql":  "0102667f1a0799d2a7f943a85e0b50e6bcdf47deca3eb8334d9dfe830540036b",
	"migrations/sqlite/0014_reason_codes.sql":    "1d6b74c5d8daa81974f32590e7148ee0da4bd2ca3042b7e1916e94639274cfb8",

	"migrations/postgres/0015_payment_shards.sql":       "2b06aeeacdd34b3cb2a125799368b57d36d17116101c8e26e97a27772c018706",
	"migrations/sqlite/0015_payment_shards.sql":         "433af9a5b843b3c207ddc53a44609ecf937b5c70682e6a5d91bb4041afed1ad4",
	"migrations/postgres/0016_unread_notifications.sql": "f1341ece481ef964a3f9e19c4eb6697f4088e0ed2553f0b542d7266e2ca882e8",
	"migrations/sqlite/0016_unread_notifications.sql":   "ae415a238d438f51e0f35c7dd1f16680abd0a582786ae041a525b1f7dbf19ce9",
	"migrations/postgres/0017_first_responses.sql":      "3aac156222e1f98c5ef00ac5870b9e08ec4a1ea6b48a5d6efb1a30f09c717d43",
	"migrations/sqlite/0017_first_responses.sql":        "a4de39236c37de3ce011239e3b757603629732fdda18dc057f8be7154a202d89",
	"migrations/postgres/0018_address_keys.sql":         "b2aee80aa3e96f9c268217abe6eceb142956840e739d928f2b1ae685a9113cea",
	"migrations/sqlite/0018_address_keys.sql":           "752f57d1fb2c96d215792403d04090900f0601ae8b69a25e99a1f97093dcf91b",
	"migrations/postgres/0019_milliseconds.sql":         "8fa3a1e932a438bdefd609d9489379439232a19968e8562a65f78aae906ed738",
	"migrations/sqlite/0019_milliseconds.sql":           "80b4259f3810723a358c71eb9ad481f24006cd715e723cdccda453d41ee37049",
	"migrations/postgres/0020_search_texts.sql":         "9db421aa6f0974cb1c1fa20b6a4203f65de51c314b9380677ef5b85b3ba83824",
	"migrations/sqlite/0020_search_texts.sql":           "7a17c5dc0e70db8f06056a20f2ab8c9877df96caa466ed1fda163446f93d5a45",
	"migrations/postgres/0021_task_texts.sql":           "da8945d01dbc6fe4d7502e013986f5fcffeaeccd862e844c044f76d8555dd82a",
	"migrations/sqlite/0021_task_texts.sql":             "490d8671142428fb497fc7fea7ed7355faa163b9c6aab09ccd09ff4a5eaee700",
	"migrations/postgres/0022_sign_ins.sql":             "371658fe590655c9280c86e23b374a07c25d6a6b65b3ba9599fab1a88acb11d2",
	"migrations/sqlite/0022_sign_ins.sql":               "4241a5e7c60dde4d6be3ed37d7ccd347803c1a0cbfd92e749d324f5c8f62da43",
	"migrations/postgres/0023_wordings.sql":             "1c432f680dd3120cadd75d471a7267fc5a357e9ade00746c4793846cd4535aea",
	"migrations/sqlite/0023_wordings.sql":               "a1bda512dbdc2c473f77bacd945fb495e28917345df9f48a2829e547c86d21a6",
	"migrations/postgres/0024_payment_sums.sql":         "8daa887563d8b61508bba54eaa2d356e948c94e38d57e88064484eafd65b2ccd",
	"migrations/sqlite/0024_payment_sums.sql":           "b34d7ce8b1acb08c70c77dd972d233f2c1a69f502485bc5cd9976ca227cf4bcd",
	"migrations/postgres/0025_callers.sql":              "6207893fb121b7ddff2697da42be139b531b3688b5b9456608847d53d198107b",
	"migrations/sqlite/0025_callers.sql":                "a2c8e5eaab04090a8f9a2f3469b78e8765ec8930a873e2b91ef14c6eb2335769",
	"migrations/postgres/0026_timings.sql":              "b3d18a03da19278fa05712c8124c425b4c31af77a5d9737cb30e9a6f15383a7e",
	"migrations/sqlite/0026_timings.sql":                "2945df9460d0d8eafbf64ec32d61eda8710410f3063bcae2a13b81572f3fcf3d",
	"migrations/postgres/0027_digests.sql":              "70b426528239e56c004ef1a41b6589d6578ab3bb19abfb17e6f1b973e015f3a1",
	"migrations/sqlite/0027_digests.sql":                "a845a419d724add9d9aaf3e00ac5fec00c1387f4e79e0e4ac6470b4174b035b4",
	"migrations/postgres/0028_authors.sql":              "319c1cd3648d00f0ca4eb06038b8321875bfdae48554fbb3903158d6cc3ee318",
	"migrations/sqlite/0028_authors.sql":                "baca4db47353cb46f545d1d7e0a3b4d5d8b8e0330138f53b1d3b1c3039293073",
	"migrations/postgres/0029_alerts.sql":               "537e92536d2a1a425742daee557c6be06dd4c2763ca55dd147a5c5db878fe8d2",
	"migrations/sqlite/0029_alerts.sql":                 "19c656a167d996ce42170f35827d59112c615ecbd7f973c47f8e0e5f7038691d",
	"migrations/postgres/0030_switches.sql":             "ca27fa29b23e045807aa1db0c87594e43a5c6fe8191f528b15080f13fe07bae5",
	"migrations/sqlite/0030_switches.sql":               "0c28ae54333a91b8aef17ed28c718abc3013c94b2489b0a5348da48a3bbac21d",
	"migrations/postgres/0031_levels.sql":               "bd0b0802ee300e24dcf2c1b51f02cd2239df98ca1abc910cc94b6e57546f218e",
	"migrations/sqlite/0031_levels.sql":                 "81f99409471e60f46e60ba0ad406203ef242a36f27393bf515265e3a5c37d814",
	"migrations/postgres/0032_mentions.sql":             "0611ff98df212ff90ace50ec5287da7fa554b48ecd3afb805c5b99a61e47364b",
	"migrations/sqlite/0032_mentions.sql":               "be5ffdf408257556b21a0e8babe0cfbe6295f896f82128b19abd4a2b0613e352",
	"migrations/postgres/0033_refused_addresses.sql":    "a0ec9d8ab92df0d6534e436dcab54e27c8f92f84fc7a328bc61cdde6ec9163ea",
	"migrations/sqlite/0033_refused_addresses.sql":      "72b0e68e810b20b125c41d6c18e44ea28f694850f0913a9d9d879b339afe9150",
	"migrations/postgres/0034_links.sql":                "0c8e8716c1e5fd126fe096b010f6700703be27c44b90c8d18dc735b07c54c804",
	"migrations/sqlite/0034_links.sql":                  "0ff3e174c9bf06bdae88376f9f5d9dc5abed6815a82611a0bfb7a4f99a53587c",
	"migrations/postgres/0035_by_link.sql":              "50812f1212ae34a03b4b7fdf6cebd4bd769dc94371c3d4fc3dad34803c6597f3",
	"migrations/sqlite/0035_by_link.sql":                "01e1e8681ba46faec316ccf3d271f3446a79816456ff8b0c46859793c2be5d83",
	"migrations/postgres/0036_handed_links.sql":         "7ecc1fb3269ba9224dc5f8e3fc213817d4ca1c8cc2439d927b20cc53d96ee034",
	"migrations/sqlite/0036_handed_links.sql":           "fcf3dc6932cd1ff91b873a59c43dbd74fe8a91bc89501c1f7beba8a304d612d6",
}

func TestLandedMigrationsNeverChange(t *testing.T) {
	for name, want := range landed {
		content, err := migrations.ReadFile(name)
		if err != nil {
			t.Errorf("%s has landed and must stay: %v", name, err)
			continue
		}
		sum := sha256.Sum256(content)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s has landed and must not change (SHA-256 %s, landed as %s): add a migration with the next number", name, got, want)
		}
	}
	names, err := fs.Glob(migrations, "migrations/*/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if landed[name] == "" {
			t.Errorf("%s is new: add its SHA-256 to the list of those that landed", name)
		}
		number, _, _ := strings.Cut(path.Base(name), "_")
		dumps, err := filepath.Glob("testdata/schema-" + number + "." + path.Base(path.Dir(name)) + "*.gz")
		if err != nil || len(dumps) != 1 {
			t.Errorf("%s has the dumps %v: `make dumps` writes one of its schema with data", name, dumps)
		}
	}
}

// TestMigratesWhatHasLanded takes a database with data of each schema that ever landed to the
// newest one. Afterwards its catalog is that of a database made today, no row is missing, and
// the ledger and all counts are as they were.
func TestMigratesWhatHasLanded(t *testing.T) {
	databases(t, func(t *testing.T, u string) {
		kind := "postgres"
		if strings.HasPrefix(u, "sqlite:") {
			kind = "sqlite"
		}
		dumps, err := filepath.Glob("testdata/schema-*." + kind + "*.gz")
		if err != nil || len(dumps) == 0 {
			t.Fatalf("dumps: %v, %v", dumps, err)
		}
		fresh := fullCatalog(t, migrated(t, Config{URL: u}))
		for _, dump := range dumps {
			t.Run(filepath.Base(dump), func(t *testing.T) {
				u := emptyDatabase(t, kind)
				pgtest.Restore(t, dump, u)
				s := open(t, Config{URL: u})
				before := counts(t, s)
				if before["complaints"] == 0 || before["audit_entries"] == 0 {
					t.Fatalf("the dump holds %v", before)
				}
				if _, err := s.Migrate(t.Context()); err != nil {
					t.Fatal(err)
				}
				after := counts(t, s)
				delete(before, versionTable)
				for table, n := range before {
					if after[table] != n {
						t.Errorf("%s had %d rows and has %d", table, n, after[table])
					}
				}
				if got := fullCatalog(t, s); !maps.Equal(got, fresh) {
					for _, name := range slices.Sorted(maps.Keys(fresh)) {
						if got[name] != fresh[name] {
							t.Errorf("%s is\n%s\nmigrated and\n%s\nmade today", name, got[name], fresh[name])
						}
					}
					for name := range got {
						if _, ok := fresh[name]; !ok {
							t.Errorf("%s is left over", name)
						}
					}
				}
				verify(t, s, copied(t, fmt.Sprintf("testdata/%.11s.%s.checkpoint", filepath.Base(dump), kind)))
				if n := scan[int](t, s.DB(), "SELECT count(*) FROM notifications WHERE state = 'PENDING' AND next_try_at IS NULL"); n > 0 {
					t.Errorf("%d pending notifications would never be sent", n)
				}
			})
		}
	})
}

// emptyDatabase returns the address of an empty database of one kind.
func emptyDatabase(t *testing.T, kind string) string {
	t.Helper()
	if kind == "sqlite" {
		return "sqlite://" + filepath.Join(t.TempDir(), "redress.db")
	}
	return pgtest.Database(t, "")
}

// counts returns the number of rows of each table.
func counts(t *testing.T, s *Store) map[string]int {
	t.Helper()
	query := "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
	if s.Dialect() == dialect.SQLite {
		query = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '%_text_index%'"
	}
	n := map[string]int{}
	for _, table := range column(t, s.DB(), query) {
		n[table] = scan[int](t, s.DB(), `SELECT count(*) FROM "`+table+`"`)
	}
	return n
}

// fullCatalog describes each table, index and trigger, whichever way it came about.
func fullCatalog(t *testing.T, s *Store) map[string]string {
	t.Helper()
	queries := []string{ // name, then one line of its description
		`SELECT table_name, column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
			FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
		`SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
		`SELECT conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) FROM pg_constraint
			WHERE connamespace = 'public'::regnamespace AND conrelid <> 0 ORDER BY 1`,
	}
	if s.Dialect() == dialect.SQLite {
		queries = []string{
			`SELECT m.name, c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || coalesce(c.dflt_value, '') || ' ' || c.pk
				FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1, 2`,
			`SELECT m.name || '.' || f."from", f."table" || ' ' || f."to" || ' ' || f.on_delete || ' ' || f.on_update
				FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY 1, 2`,
			`SELECT name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') AND sql IS NOT NULL ORDER BY 1`,
		}
	}
	all := map[string]string{}
	for _, query := range queries {
		describe(t, s.DB(), query, all)
	}
	return all
}

// describe adds to each name that a query returns the line beside it.
func describe(t *testing.T, db *sql.DB, query string, all map[string]string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name, line string
		if err := rows.Scan(&name, &line); err != nil {
			t.Fatal(err)
		}
		all[name] += line + "\n"
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func column(t *testing.T, db *sql.DB, query string) (values []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var v string
		if err := rows.Scan(&v); err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return values
}

// copied returns a copy of a file, whose name is free where there is no such file.
func copied(t *testing.T, file string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), filepath.Base(file))
	content, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(to, content, 0o600)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return to
}

// verify checks the ledger, twice, against the end that a checkpoint remembers, and all derived data against the rows.
func verify(t *testing.T, s *Store, checkpoint string) {
	t.Helper()
	// The key that the dumps' ledgers were written with: made from a sentence, since a
	// file of it in the repository would look like a secret.
	secret := sha256.Sum256([]byte("redress testdata, not a secret"))
	key := path.Join(t.TempDir(), "ledger.key")
	if err := auth.CreateKeyFile(key, ledger.KeyType, secret[:]); err != nil {
		t.Fatal(err)
	}
	_, err := os.Stat(checkpoint)
	made := err == nil
	for range 2 {
		found, err := ledger.Verification{Client: s.Client(), KeyFile: key, Checkpoint: checkpoint, Now: time.Now}.Run(context.Background())
		if err != nil || found.Fault != nil || found.Rows == 0 || found.Since.IsZero() == made {
			t.Fatalf("the ledger: %+v, %v", found, err)
		}
		made = true
	}
	results, err := reconcile.Reconciliation{Client: s.Client(), DB: s.DB(), Dialect: s.Dialect()}.Run(context.Background())
	if err != nil || len(results) == 0 {
		t.Errorf("derived data: %v, %v", results, err)
	}
	for _, c := range results {
		if c.Wrong > 0 {
			t.Error(fmt.Sprint(c.What, ": ", c.Wrong, " are wrong"))
		}
	}
}
