package demo

import "github.com/redress/redress/internal/domain"

func streetStories() []story {
	return []story{
		{
			title: "Pothole swallows bicycle wheels on Net Menders' Lane", by: amara, ago: 1392.3,
			text: "Right behind the ice house, where the lane narrows. About as wide as a dinner plate and deeper than my hand. Two people fell " +
				"this week, one of them me.",
			category: "Pothole", zone: "Fish Quay", address: "Net Menders' Lane 14", lat: 44.04618, lon: 8.22411,
			pictures: []picture{publicPicture("lane-hole.jpg", road), publicPicture("with-my-shoe-for-size.jpg", road)},
			steps: []step{
				assign(6.2, lucia, wiremu, "Fill and compact. Put a cone there first.", "A crew has been asked to look."),
				decline(3.1, "other", "Our compactor is in the workshop until Monday."),
				assign(1.4, lucia, thandi, "Fill and compact; the other crew has no compactor this week.", "Another crew takes over."),
				accept(0.6),
				start(15.5, "On the way with cold asphalt."),
				progress(1.1, 20, "Cone is up. The hole goes under the curb, so it is more than a patch.", internalPicture("undercut.jpg", road)),
				commentInternally(0.9, thandi, "Smells of sewage. Somebody should put a camera through the drain before we close it."),
				hold(2.3, lucia, "waiting_for_inspection", "The drain below is inspected first, or the hole will be back."),
				internalNote("Camera truck is booked for Wednesday."),
				commentPublicly(26, amara, "The cone went swimming in the harbor last night. I fished it out and put it back :)", publicPicture("wet-cone.jpg", wave)),
				resume(44.7, lucia, "The drain is sound. Work goes on."),
				progress(5.2, 70, "Undercut filled with gravel, first layer on."),
				submitCompletion(18.8, "Level with the lane. Rolled twice.", publicPicture("patched.jpg", check)),
				approve(4.4, lucia, "The hole is filled. Thank you for the photos, they saved us a trip."),
				rate(30, 2, "It held for one rain. Now there is a dip that fills with water."),
				reopen(20.6, amara, "The patch has sunk by a thumb's width."),
				internalNote("She is right; seen on the way to work."),
				assign(4.8, kenji, thandi, "Cut out the patch and do it again with hot mix.", "We do it again, with hot asphalt this time."),
				accept(1.2),
				start(22.5, ""),
				progress(3.3, 60, "Old patch is out."),
				submitCompletion(2.9, "Hot mix, sealed edges.", publicPicture("second-try.jpg", check)),
				approve(19.2, kenji, "Done properly now."),
				rate(49, 5, "Rode over it with closed eyes. (Almost.) Thank you, Thandiwe!"),
			},
		},
		{
			key:   "sinking",
			title: "Sidewalk sinks beside the tram stop at Customs Row", by: amara, source: domain.SourceApp, ago: 290.4,
			text: "Every morning the slabs are a little lower. There is a hollow sound when you walk over the third row, and my grandmother now " +
				"takes the road instead.",
			category: "Broken sidewalk", zone: "Customs Row", priority: domain.PriorityHigh,
			address: "Customs Row 3, tram stop", lat: 44.04752, lon: 8.22079,
			pictures: []picture{publicPicture("slabs.jpg", road)},
			steps: []step{
				assign(3.4, lucia, wiremu, "Lift the third row and look below. Fence it if it is hollow.", "A crew lifts the slabs this week."),
				accept(2.2),
				start(17.9, "Fence is up, slabs come out today."),
				progress(2.5, 15, "Hollow indeed: a washed-out joint of the old storm drain.", internalPicture("hollow.jpg", road), internalPicture("joint.png", wave)),
				commentPublicly(6, lucia, "The tram stops ten meters further on until this is done."),
				progress(91.2, 45, "Joint sealed. Waiting for the mortar before we fill."),
				commentInternally(18, wiremu, "Second complaint about the same spot came in. Same hole."),
				progress(52.6, 60, "Filled to half, compacted in layers."),
			},
		},
		{
			title: "Hole next to the tram shelter", by: tomas, ago: 250.1,
			text:     "Někdo tam spadne. The pavement by the shelter has a gap that you can put a foot in.",
			category: "Pothole", zone: "Customs Row", address: "Tram stop Customs Row", lat: 44.04755, lon: 8.22083,
			steps: []step{
				merge(7.5, lucia, "sinking", "A neighbor reported the same spot two days before. You can follow that complaint from now on."),
			},
		},
		{
			title: "Traffic signal shows green both ways", by: fatima, source: domain.SourcePhone, takenBy: lucia, ago: 1203.5,
			text:     "At the corner of the fish auction. Cars honk, nobody moves, then everybody does.",
			category: "Traffic signal", zone: "Customs Row", address: "Auction Corner", lat: 44.04791, lon: 8.22142,
			steps: []step{
				assign(0.2, lucia, ingrid, "Switch to blinking at once, then find the fault.", "Crew is on its way."),
				accept(0.1), start(0.4, "Switched to blinking yellow."),
				submitCompletion(2.6, "Relay replaced, cycle tested ten times.", publicPicture("signal.jpg", lamp)),
				approve(0.5, lucia, "The signal works again."),
				closeComplaint(336.2, nobody, ""),
			},
		},
		{
			title: "Lane markings on Mill Bridge are gone", by: oleks, ago: 700.8,
			text:     "Після ремонту розмітки немає. In the dark nobody knows where the lane is.",
			category: "Road markings and signs", zone: "Mill Race", address: "Mill Bridge", lat: 44.05512, lon: 8.20834,
			steps: []step{
				assign(28.4, kenji, thandi, "Repaint center line and both edges.", "Planned for the next dry night."),
				accept(9.1),
				hold(30.2, kenji, "weather", "Paint needs two dry nights. We will go on as soon as the rain stops."),
				internalNote("Forecast says another week."),
			},
		},
		{
			title: "Broken step at the bakery", source: domain.SourcePhone, takenBy: lucia, ago: 140.6,
			caller:   caller{"Ernesto Bassi", "", "+39 0182 555 0171"},
			text:     "Mr. Bassi, 84, stumbles there every morning with his bread. He has no e-mail and would like a call when it is done.",
			category: "Broken sidewalk", zone: "Saint Odile", address: "Via dei Fornai 9", lat: 44.05193, lon: 8.21722,
			steps: []step{assign(20.3, lucia, thandi, "Reset the step; call Mr. Bassi's baker before you come.", "A mason will come.")},
		},
		{
			title: "Message board reads <script>alert(\"no parking\")</script>", by: meiling, source: domain.SourceApp, ago: 55.7,
			text:     "The digital sign at the garage shows computer code instead of the free spaces. <b>Nobody</b> slows down to read it, but still.",
			category: "Road markings and signs", zone: "Observatory Park", address: "Garage \"Zenith\" <entrance>", lat: 44.06331, lon: 8.20125,
		},
		{
			title: "Bollard missing in the pedestrian lane", by: lucia, source: domain.SourceStaff, ago: 480.9,
			text:     "Seen on the way to work. Delivery vans use the gap.",
			category: "Streets and sidewalks", zone: "Clockmakers' Hill", address: "Pendulum Alley", lat: 44.05068, lon: 8.21394,
			steps: []step{
				internalNote("Spare bollards are in yard 2."),
				resolve(50.5, kenji, "A new bollard stands there, with a lock."),
				closeComplaint(336.3, nobody, ""),
			},
		},
	}
}
