package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

const jsonType = "application/json"

func document(query string, variables any) []byte {
	text, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		panic(err) // of texts and numbers
	}
	return text
}

// description is that of the complaints that the bench submits.
const description = "It has been dark since Monday, and the crossing is not safe."

// create returns a cell that submits complaints, a different one each time.
func (w *world) create() *cell {
	var n atomic.Uint64
	return &cell{name: "create", sides: speakers("create"), wants: http.StatusOK, random: true, request: func(s side, _ int) message {
		i := n.Add(1)
		who := w.logs[int(i)%len(w.logs)]
		body := document(queryCreate, map[string]any{"input": map[string]any{
			"title": fmt.Sprintf("Lamp %d is out", i), "description": description,
			"categoryId": w.category, "zoneId": w.zone, "address": "Mill Lane 12",
		}})
		return post(s.path("create"), who.token, jsonType, body)
	}}
}

// record returns a cell that records payments of one service provider after the other, which only Redress does.
func (w *world) record() *cell {
	var n atomic.Uint64
	run := time.Now().Format("0102150405")
	return &cell{name: "record", sides: speakers(""), wants: http.StatusOK, random: true, request: func(s side, _ int) message {
		i := n.Add(1)
		to, by := w.providers[int(i)*len(w.admins)%len(w.providers)], w.admins[int(i)%len(w.admins)]
		return post(s.path("record"), by.token, jsonType, document(queryRecord, map[string]any{"input": map[string]any{
			"providerId": to.id, "amountMinor": strconv.FormatUint(i%1_000_000+1, 10), "currency": "EUR", "paymentDate": time.Now().UTC().Format("2006-01-02"),
			"method": "BANK_TRANSFER", "reference": fmt.Sprintf("%s-%d", run, i), "invoiceNumber": "INV 7", "taskIds": []string{}, "remarks": "For the lamps.",
		}}))
	}}
}

// move returns a cell that puts complaints on hold and resumes them. Each connection has a
// complaint of its own for a while, since the length of a log is limited.
func (w *world) move() *cell {
	const turns = 300 // and as many by a later connection
	type own struct{ id, moves int }
	var mu sync.Mutex
	share := len(w.waiting) / len(restful)
	var owned [sides]map[int]*own
	var used [sides]int
	for _, s := range restful {
		owned[s] = map[int]*own{}
	}
	next := func(s side, worker int) (id string, move int) {
		mu.Lock()
		defer mu.Unlock()
		o := owned[s][worker]
		if o == nil || o.moves == turns {
			if used[s] == share {
				return "", 0
			}
			o = &own{id: int(s)*share + used[s]}
			owned[s][worker] = o
			used[s]++
		}
		o.moves++
		return w.waiting[o.id], o.moves
	}
	return &cell{name: "move", sides: restful, wants: http.StatusOK, random: true, request: func(s side, worker int) message {
		id, n := next(s, worker)
		if id == "" {
			return nil
		}
		query, operation, input := queryResume, "resume", map[string]any{"id": id}
		if n%2 == 1 {
			query, operation, input["reasonCode"] = queryHold, "hold", "waiting_for_parts"
		}
		return post(s.path(operation), w.admins[worker%len(w.admins)].token, jsonType, document(query, map[string]any{"input": input}))
	}}
}

// upload returns a cell that uploads videos of a size, a different one each time. They are removed
// after each round, so that an update's limit of ten files is not reached.
func (w *world) upload(name string, size int, heavy bool) *cell {
	const each = 5 // files of an update, which may have some already
	const boundary = "bench-8c1f64d2"
	head := []byte("--" + boundary + "\r\nContent-Disposition: form-data; name=\"media\"; filename=\"proof.mp4\"\r\nContent-Type: video/mp4\r\n\r\n")
	foot := []byte("\r\n--" + boundary + "--\r\n")
	begin, end := video(size - 8)
	var n atomic.Uint64
	var used [sides]atomic.Int64
	share := len(w.open) / len(restful)
	return &cell{
		name: name, sides: restful, wants: http.StatusCreated, heavy: heavy, random: true,
		request: func(s side, _ int) message {
			i := int(used[s].Add(1)-1) / each
			if i >= share {
				return nil
			}
			to := w.open[int(s)*share+i]
			different := binary.BigEndian.AppendUint64(nil, n.Add(1))
			return post("/api/solver/tasks/update/"+to.id+"/media/", to.token, "multipart/form-data; boundary="+boundary, head, begin, different, end, foot)
		},
		after: func() error {
			for s := range used {
				used[s].Store(0)
			}
			return w.forget(size)
		},
	}
}

// video returns the parts of an MP4 before and after eight bytes of its media. It is structured as
// telephones do it: one track of two seconds, zeros for media, and at the end the metadata, with
// the location.
func video(size int) (begin, end []byte) {
	be := func(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }
	none := func(n int) []byte { return make([]byte, n) }
	box := func(kind string, parts ...[]byte) []byte {
		body := []byte(kind)
		for _, p := range parts {
			body = append(body, p...)
		}
		return append(be(uint32(len(body)+4)), body...)
	}
	samples := box("stbl",
		box("stsd", be(0), be(1), box("avc1", none(24), []byte{1, 64, 0, 240}, none(50))),
		box("stsc", none(8)), box("stsz", none(12)), box("stco", none(8)))
	track := box("trak",
		box("tkhd", be(7), none(36), be(1<<16), none(12), be(1<<16), none(12), be(1<<30), be(320<<16), be(240<<16)),
		box("mdia", box("mdhd", none(12), be(1000), be(2000), none(4)), box("hdlr", none(8), []byte("vide"), none(13)),
			box("minf", box("vmhd", none(12)), samples)))
	place := box("udta", box("\xa9xyz", []byte{0, 18, 0, 0}, []byte("+52.5200+013.4050/")))
	movie := box("moov", box("mvhd", none(12), be(1000), be(2000), none(80)), track, place)
	kind := box("ftyp", []byte("isom"), be(512), []byte("isommp41"))
	pictures := size + 8 - len(kind) - len(movie)
	begin = append(append(kind, be(uint32(pictures))...), "mdat"...)
	return begin, append(none(pictures-8-8), movie...)
}
