package demo

import "github.com/redress/redress/internal/domain"

func waterStories() []story {
	return []story{
		{
			title: "Water shoots out of the road at the fish auction", by: fatima, source: domain.SourcePhone, takenBy: kenji, ago: 1290.7,
			text:     "As high as a man. The ice stalls are getting wet, and not in the way they like.",
			category: "Burst pipe", zone: "Customs Row", address: "Auction Corner", lat: 44.04788, lon: 8.22136,
			pictures: []picture{publicPicture("fountain.jpg", wave)},
			steps: []step{
				assign(0.1, kenji, thandi, "Close valves 11 and 12, then dig.", "Crew is coming now."),
				accept(0.1), start(0.5, "Valves are closed."),
				progress(1.2, 40, "Found it: a split sleeve from 1974.", internalPicture("sleeve.jpg", wave)),
				submitCompletion(3.9, "New sleeve, pressure test passed.", publicPicture("dry-again.jpg", check)),
				approve(1.6, kenji, "Water is back. Let it run clear for a minute."),
				rate(7.5, 5, "Four hours! The tuna is saved."),
			},
		},
		{
			key:   "weir",
			title: "Drain at the weir blocked, path under water", by: oleks, ago: 330.6,
			text:     "Стежка затоплена після кожного дощу. Ducks like it; people with prams do not.",
			category: "Blocked drain", zone: "Mill Race", address: "Weir path", lat: 44.05573, lon: 8.20849,
			pictures: []picture{publicPicture("ducks.jpg", wave), publicPicture("no-path.png", wave)},
			steps: []step{
				assign(11.2, lucia, wiremu, "Clear the grate and flush to the river.", "A crew will flush it."),
				accept(5.4),
				reassign(28.9, lucia, thandi, "Flush truck is with you this week; please take this on your round.", "The other crew has the flush truck."),
				accept(2.7), start(19.3, ""),
				progress(1.8, 25, "Grate is clear, pipe is not. Roots, maybe.", internalPicture("grate.jpg", wave)),
				commentPublicly(4.1, lucia, "There may be roots in the pipe. It takes a little longer, sorry."),
				hold(22.2, lucia, "weather", "The river stands too high to flush into it. We go on when it falls."),
				resume(51.7, lucia, "The river has fallen."),
				progress(70.4, 50, "Six meters freed, eight to go."),
			},
		},
		{
			title: "Brown water from the kitchen tap", by: amara, ago: 655.2,
			text:     "Only in the morning and only in the kitchen. It looks like weak tea ☕ and tastes of coins.",
			category: "Discolored water", zone: "Fish Quay", address: "Net Menders' Lane 20, 2nd floor", lat: 44.04636, lon: 8.22440,
			pictures: []picture{publicPicture("glass.jpg", wave)},
			steps: []step{
				commentPublicly(5.5, lucia, "Does it come from the cold tap as well?"),
				commentPublicly(2.2, amara, "Yes, from both."),
				reject(40.1, lucia, "not_municipal", "Our sample at the meter was clear, so it comes from the pipes inside the house. Please ask your landlord."),
				internalNote("Lab sheet 7731: iron 0.04 mg/l at the meter."),
				reopen(120.9, amara, "The whole street has it now; four neighbors wrote their names below this note."),
			},
		},
		{
			title: "Fountain on Observatory Square runs day and night", by: meiling, ago: 388.8,
			text:     "It should rest from eleven to six. My plants are jealous.",
			category: "Water and drains", zone: "Observatory Park", priority: domain.PriorityNormal, address: "Observatory Square", lat: 44.06322, lon: 8.20033,
			steps: []step{
				assign(30.3, kenji, joaquim, "Reset the timer.", ""),
				decline(6.6, "out_of_scope", "We do lamps; the timer belongs to the water works."),
			},
		},
		{
			title: "Underpass flooded, a car is stuck", source: domain.SourcePhone, takenBy: lucia, ago: 560.3, priority: domain.PriorityUrgent,
			caller:   caller{"Ngozi Adeyemi", "ngozi@example.org", "+39 0182 555 0155"},
			text:     "Water up to the door handles. The driver is out and drinks our coffee.",
			category: "Blocked drain", zone: "Mill Race", address: "Underpass at the mill", lat: 44.05541, lon: 8.20802,
			steps: []step{
				assign(0.2, lucia, wiremu, "Pump first, ask questions later.", "The pump is on its way."),
				accept(0.1), start(0.6, "Pumping."),
				progress(1.5, 50, "Half a meter left."),
				submitCompletion(2.4, "Dry. Gully cleaned: two cones, one teddy bear.", internalPicture("teddy.jpg", wave), publicPicture("dry-underpass.jpg", check)),
				approve(0.9, lucia, "The underpass is open again. The teddy bear waits at the desk."),
				closeComplaint(24.4, lucia, "Caller was told by phone."),
			},
		},
		{
			title: "مياه راكدة أمام السوق", by: fatima, ago: 62.1,
			text:     "تتجمع المياه أمام بسطة الخضار منذ يومين، والرائحة كريهة.\nStanding water in front of the market for two days; it smells.",
			category: "Blocked drain", zone: "Customs Row", address: "Market hall, gate B", lat: 44.04770, lon: 8.22190,
			pictures: []picture{publicPicture("puddle.jpg", wave)},
			steps:    []step{assign(13.4, lucia, wiremu, "Flush gate B, then look at the slope.", "سيصل الفريق غدًا. A crew comes tomorrow.")},
		},
		{
			title: "Hydrant drips on the school path", by: tomas, ago: 430.5,
			text:     "In frost it will be an ice rink. The children already look forward to it.",
			category: "Water and drains", zone: "Clockmakers' Hill", priority: domain.PriorityNormal, address: "Escapement Street 11", lat: 44.05055, lon: 8.21433,
			steps: []step{
				assign(16.6, kenji, wiremu, "Change the gasket.", ""),
				accept(2.8), start(22.2, ""),
				submitCompletion(0.7, "Gasket changed.", internalPicture("hydrant.jpg", wave)),
				approve(27.3, kenji, "Repaired."),
				rate(20.1, 1, "It drips on the other side now. Did anybody look?"),
			},
		},
		{
			title: "Storm drain cover missing", source: domain.SourceImport, external: "PA-LEGACY-20417", ago: 1150.4,
			text:     "Cover missing, cone placed by police.",
			category: "Blocked drain", zone: "Quarry Rise", address: "Quarry Rise 77", lat: 44.06602, lon: 8.19674,
			steps: []step{resolve(96.5, nobody, "Cover replaced by contractor.")},
		},
	}
}
