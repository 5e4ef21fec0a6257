package demo

import "github.com/redress/redress/internal/domain"

func lightStories() []story {
	return []story{
		{
			title: "Three lamps out on the Hundred Steps", by: tomas, ago: 214.2,
			text:     "Steps 40 to 70 are pitch dark. I count them with my feet.",
			category: "Street light out", zone: "Clockmakers' Hill", priority: domain.PriorityHigh,
			address: "Hundred Steps", lat: 44.05085, lon: 8.21371,
			pictures: []picture{publicPicture("steps-at-night.jpg", lamp)},
			steps: []step{
				assign(9.7, lucia, ingrid, "Check the feeder first, all three hang on one fuse.", "An electrician is on it."),
				accept(1.5), start(20.4, "Checking the feeder."),
				progress(1.3, 30, "Fuse was fine. Cable is chewed through, probably a marten 🦦.", internalPicture("cable.jpg", lamp)),
				progress(27.1, 55, "New cable pulled to the second lamp."),
			},
		},
		{
			title: "Lamp post hums like a beehive", by: amara, ago: 1010.6,
			text:     "In front of our bedroom. It stops when it rains, which is the only time I sleep.",
			category: "Lighting", zone: "Fish Quay", address: "Net Menders' Lane 20", lat: 44.04634, lon: 8.22438,
			steps: []step{
				assign(12.9, lucia, ingrid, "Probably the ballast.", ""),
				accept(3.3), start(40.8, ""),
				submitCompletion(1.1, "Ballast replaced; silent.", publicPicture("quiet-lamp.jpg", lamp)),
				approve(6.7, lucia, "A new ballast is in. Sleep well."),
				rate(16.4, 4, "Silence! One star less because now I hear the neighbors."),
			},
		},
		{
			title: "Lamp post leans after a van hit it", by: noor, source: domain.SourceApp, ago: 905.1,
			text:     "It stands at an angle over the bike path. The lid at the bottom is open and wires look out.",
			category: "Damaged lamp post", zone: "Willow Flats", address: "Willow Path 8", lat: 44.05804, lon: 8.20507,
			pictures: []picture{publicPicture("leaning.jpg", lamp)},
			steps: []step{
				assign(0.7, kenji, joaquim, "Cut the power, close the lid, then straighten or replace.", "Secured today, replaced this week."),
				accept(0.4), start(1.9, "Power is off, lid is closed."),
				progress(2.2, 40, "Post is bent below the ground; a new one is ordered."),
				submitCompletion(97.3, "New post stands, lamp burns.", publicPicture("new-post.jpg", lamp), internalPicture("invoice-tag.png", lamp)),
				approve(8.4, kenji, "Replaced."),
				rate(31.2, 2, "Four days with a hole in the path. The lamp is nice, though."),
				closeComplaint(39.7, kenji, "You are right, the hole should have been covered. The contractor has been told."),
			},
		},
		{
			title: "Lamp shines into the observatory", by: meiling, source: domain.SourceEmail, takenBy: lucia, ago: 164.9,
			text:     "天文台的望遠鏡看不到星星了。 A lamp was turned upward after the repair and now the east dome sees nothing but glow.",
			category: "Lighting", zone: "Observatory Park", address: "East gate", lat: 44.06348, lon: 8.20091,
			pictures: []picture{publicPicture("glow.jpg", lamp)},
			steps: []step{
				assign(14.6, lucia, joaquim, "Turn the head down and fit a shade.", "We turn it down again."),
				accept(4.5), start(24.1, ""),
				submitCompletion(1.6, "Turned by 40 degrees, shade fitted.", internalPicture("shade.jpg", lamp)),
			},
		},
		{
			title: "Light in the underpass flickers", source: domain.SourceEmail, takenBy: lucia, ago: 70.2,
			caller:   caller{"J. M. Brâncuși", "jm.brancusi@example.org", ""},
			text:     "Every few seconds. A friend with epilepsy now walks around the block.",
			category: "Street light out", zone: "Mill Race", priority: domain.PriorityHigh, address: "Underpass at the mill", lat: 44.05540, lon: 8.20800,
			steps: []step{
				assign(8.8, lucia, ingrid, "Switch the tube off until a new starter is in.", "Thank you for writing. It comes first tomorrow."),
				accept(11.3),
			},
		},
		{
			title: "=3 lamps, 0 light on the footbridge", by: amara, ago: 120.3,
			text:     "=COUNT(lamps) says three, and all are dark. Sorry, I work with tables all day.",
			category: "Street light out", zone: "Mill Race", address: "Footbridge at the weir", lat: 44.05566, lon: 8.20861,
		},
		{
			title: "Porch light next door too bright", by: tomas, ago: 620.4,
			text:     "My neighbor's lamp has the power of a lighthouse.",
			category: "Lighting", zone: "Clockmakers' Hill", address: "Escapement Street 5", lat: 44.05061, lon: 8.21410,
			steps: []step{withdraw(26.5, "We had a beer and he bought a weaker bulb.")},
		},
	}
}
