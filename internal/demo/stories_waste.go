package demo

import "github.com/redress/redress/internal/domain"

func wasteStories() []story {
	return []story{
		{
			title: "Paper bins skipped two weeks in a row", by: amara, ago: 1080.9,
			text:     "All odd numbers of the lane. The even side is emptied, as if the truck could only look left.",
			category: "Missed collection", zone: "Fish Quay", address: "Net Menders' Lane, odd numbers", lat: 44.04627, lon: 8.22425,
			steps: []step{
				assign(5.5, lucia, thandi, "Extra round for the odd side. Find out why.", "There will be an extra round."),
				accept(0.9), start(13.7, ""),
				submitCompletion(2.1, "All emptied. A parked boat trailer hides the odd side from the driver.", publicPicture("empty-bins.jpg", heap)),
				approve(3.2, lucia, "Emptied, and the route sheet now says: look right."),
				rate(50.3, 3, "All good in the end, thank you."),
			},
		},
		{
			title: "Mattresses and a piano under the willow", by: noor, ago: 520.7,
			text:     "The piano is out of tune. The mattresses as well, in their way.",
			category: "Illegal dumping", zone: "Willow Flats", address: "Willow Path 30, river side", lat: 44.05818, lon: 8.20488,
			pictures: []picture{publicPicture("piano.jpg", heap), internalPicture("license-plate.jpg", heap)},
			steps: []step{
				assign(19.9, lucia, thandi, "Two people and the crane truck.", "Will be picked up."),
				accept(3.6), start(26.2, ""),
				progress(1.4, 35, "Mattresses are gone. Piano sits on the neighbor's land.", internalPicture("border-stone.jpg", heap)),
				hold(5.8, kenji, "waiting_for_permit", "The piano lies on private ground. We need the owner's word to go in."),
				internalNote("Owner lives abroad, letter is out."),
			},
		},
		{
			title: "Bin at the ferry overflows every evening", by: oleks, source: domain.SourceApp, ago: 300.2,
			text:     "The gulls hold a banquet. Could there be a second one?",
			category: "Overflowing bin", zone: "Fish Quay", address: "Ferry landing", lat: 44.04588, lon: 8.22487,
			pictures: []picture{publicPicture("gulls.jpg", heap)},
			steps: []step{
				commentPublicly(9.4, lucia, "A second bin is on its way from the yard."),
				resolve(60.6, lucia, "A second bin with a gull-proof lid stands there."),
			},
		},
		{
			title: "Rubble behind the clock museum", by: tomas, ago: 236.9,
			text:     "Somebody renovated at night and left the bathroom here. Pink tiles.",
			category: "Illegal dumping", zone: "Clockmakers' Hill", address: "Museum yard", lat: 44.05049, lon: 8.21362,
			pictures: []picture{publicPicture("pink-tiles.jpg", heap)},
			steps: []step{
				assign(8.2, lucia, thandi, "Small truck; the gate is narrow.", "A truck comes this week."),
				accept(1.8),
				returnTask(18.5, "no_access", "Gate locked, the museum is closed until Thursday."),
				assign(31.1, lucia, wiremu, "Key is at the cash desk from Thursday.", "Second try on Thursday."),
				accept(0.8), start(20.3, ""),
				submitCompletion(2.6, "Yard is clean.", publicPicture("yard.jpg", heap)),
				rejectCompletion(12.2, lucia, "The photo shows the tub still standing in the corner."),
				progress(21.4, 80, "Tub needs four people. Back tomorrow with more hands."),
			},
		},
		{
			title: "Raccoons open my bin 🦝", by: meiling, ago: 760.6,
			text:     "They have learned the latch. Please send somebody to talk to them.",
			category: "Waste", zone: "Observatory Park", address: "Nebula Way 2", lat: 44.06361, lon: 8.20049,
			steps: []step{
				commentPublicly(20.2, lucia, "A strap over the lid helps; the depot gives them out for free."),
				reject(3.3, lucia, "out_of_scope", "We can't negotiate with raccoons, but straps are free at the depot."),
			},
		},
		{
			title: "Green waste not collected", source: domain.SourcePhone, takenBy: kenji, ago: 190.4,
			caller:   caller{"Sœur Marie-Agnès", "", "+39 0182 555 0133"},
			text:     "The convent put out twelve bags, all tied. The collection passed by on Tuesday.",
			category: "Missed collection", zone: "Saint Odile", address: "Convent gate", lat: 44.05201, lon: 8.21740,
			steps: []step{
				assign(22.8, kenji, wiremu, "Twelve bags at the gate.", ""),
				cancelTask(30.1, kenji, "other", "The regular round goes there on Friday anyway."),
				internalNote("If Friday fails, send a crew."),
			},
		},
		{
			title: "Broken glass all over the sandpit", by: amara, source: domain.SourceApp, priority: domain.PriorityUrgent, ago: 19.6,
			text:     "Looks like a whole crate of bottles. Parents have closed it with a rope.",
			category: "Waste", zone: "Fish Quay", address: "Playground at the ice house", lat: 44.04601, lon: 8.22399,
			pictures: []picture{publicPicture("sandpit.jpg", heap)},
			steps: []step{
				assign(0.4, lucia, wiremu, "Sieve the top layer, all of it.", "Somebody comes right away."),
				accept(0.1), start(0.8, "On site, the pit is closed."),
				progress(1.3, 50, "First half sieved: 9 kg of glass.", internalPicture("sieve.jpg", heap)),
				submitCompletion(2.2, "Whole pit sieved, 20 cm deep. Fresh sand on top.", publicPicture("fresh-sand.jpg", check)),
				approve(1.1, lucia, "The sandpit is safe and open again."),
			},
		},
	}
}
