package demo

import "github.com/redress/redress/internal/domain"

func parkStories() []story {
	return []story{
		{
			title: "Big branch hangs over the school gate", by: meiling, ago: 1325.8,
			text:     "It cracked in the night and swings when the wind comes from the sea.",
			category: "Fallen branch", zone: "Observatory Park", address: "Comet School", lat: 44.06310, lon: 8.20140,
			pictures: []picture{publicPicture("branch.jpg", tree)},
			steps: []step{
				assign(0.9, lucia, wiremu, "Rope it first. School starts at eight.", "A climber is coming before school."),
				accept(0.3), start(2.4, "Gate is closed off."),
				submitCompletion(1.8, "Taken down and chipped.", publicPicture("clean-cut.jpg", tree)),
				approve(5.1, lucia, "The branch is down, the tree is fine."),
				rate(19.8, 5, "Before the first bell!"),
			},
		},
		{
			title: "Swing missing one chain", by: amara, ago: 402.5,
			text:     "The left swing hangs by one chain. A boy turned it into a carousel, which was fun until it was not.",
			category: "Playground", zone: "Fish Quay", address: "Playground at the ice house", lat: 44.04603, lon: 8.22401,
			pictures: []picture{publicPicture("swing.png", tree)},
			steps: []step{
				assign(7.7, lucia, thandi, "Take the swing down until the chain is here.", "Taken down for now."),
				accept(2.9), start(16.6, "Swing is down."),
				progress(0.8, 10, "Chain of this size has to be ordered."),
				hold(4.3, lucia, "waiting_for_parts", "The chain comes from abroad and takes about three weeks."),
			},
		},
		{
			title: "Scribbles on the old sea wall", by: oleks, ago: 1130.2,
			text:     "Ten meters of names and hearts. Some rhyme.",
			category: "Graffiti", zone: "Mill Race", address: "Sea wall, north end", lat: 44.05488, lon: 8.20912,
			pictures: []picture{publicPicture("hearts.jpg", wall)},
			steps: []step{
				assign(48.8, kenji, thandi, "Low pressure, the stone is soft.", "The wall is cleaned this month."),
				accept(10.4), start(90.7, ""),
				progress(3.1, 50, "Half is clean."),
				submitCompletion(21.9, "Clean. One heart left on request of an elderly couple.", publicPicture("one-heart.jpg", wall)),
				approve(26.6, kenji, "Cleaned. We were told about the heart, and agree."),
				closeComplaint(336.1, nobody, ""),
			},
		},
		{
			title: "Roots lift the path in the linden avenue", by: tomas, ago: 860.1,
			text:     "Kočárek tam neprojede. Wheelchairs turn around.",
			category: "Parks and trees", zone: "Saint Odile", address: "Linden Avenue", lat: 44.05222, lon: 8.21701,
			steps: []step{
				assign(25.1, lucia, wiremu, "Grind the edge, no cutting of roots.", ""),
				accept(6.2), start(44.4, ""),
				submitCompletion(4.7, "Edge ground and ramped.", publicPicture("ramp.jpg", tree)),
				approve(20.9, lucia, "There is a ramp now."),
				rate(60.5, 3, "Works, though it is steep."),
				reopen(410.3, tomas, "The ramp has come loose in the frost."),
			},
		},
		{
			title: "Palm leans on the power line", by: fatima, ago: 27.3, priority: domain.PriorityUrgent,
			text:     "It touches the wire when the wind turns, and then our fridge hiccups.",
			category: "Fallen branch", zone: "Customs Row", address: "Customs Row 40", lat: 44.04730, lon: 8.22222,
			pictures: []picture{publicPicture("palm.jpg", tree)},
			steps: []step{
				assign(0.6, kenji, wiremu, "Only after the grid company has switched off.", "Crew and grid company are informed."),
				accept(0.5), start(3.2, "Waiting on site for the line to be switched off."),
				progress(4.4, noPercent, "Line is off since 14:10. Crown is roped.", internalPicture("roped.jpg", tree)),
			},
		},
		{
			title: "Bench without a seat", source: domain.SourceEmail, takenBy: lucia, ago: 350.7,
			caller:   caller{"Ingibjörg Þórðardóttir", "ingibjorg@example.org", "+354 555 0120"},
			text:     "Two armrests look at the sea and nothing between them.",
			category: "Parks and trees", zone: "Willow Flats", address: "River walk, bench 17", lat: 44.05777, lon: 8.20533,
			steps: []step{
				assign(40.2, lucia, joaquim, "Planks are in yard 1.", ""),
				accept(7.3), start(20.8, ""),
				submitCompletion(1.9, "Oak this time.", publicPicture("oak.jpg", tree)),
				approve(9.9, lucia, "Have a seat."),
				reopenByLink(12.4, "I had one, thank you. The screws have had my skirt."),
				resolve(20.2, lucia, "The screws are sunk."),
			},
		},
		{
			title: "Ivy on the bus shelter", by: amara, ago: 820.3,
			text:     "It grows through the timetable.",
			category: "Parks and trees", zone: "Customs Row", address: "Bus stop Auction", lat: 44.04799, lon: 8.22101,
			steps: []step{
				assign(70.4, lucia, thandi, "Cut back.", ""),
				withdraw(18.1, "Somebody cut it yesterday, thank you whoever you are."),
			},
		},
		{
			title: "Path by the weir under water", by: meiling, ago: 301.4,
			text:     "I wanted to see the ducks, and saw them where I wanted to walk.",
			category: "Parks and trees", zone: "Mill Race", address: "Weir path", lat: 44.05575, lon: 8.20846,
			steps: []step{merge(15.2, lucia, "weir", "The drain there is being freed; this is the same water.")},
		},
	}
}
