package content

import "github.com/pagelift/pagelift/layout"

// clipTo intersects the current clip with the path in segments, which is the end of Content.Segments. It reports
// whether a clip now uses the segments: a rectangle that cuts nothing off, or the same one again, adds no clip.
func (in *interp) clipTo(segments []layout.Segment, evenOdd bool) bool {
	c, g := in.c, &in.gs
	box, upright := rectangle(segments)
	if upright && contains(box, g.clipBox) {
		return false
	}
	if !upright {
		box = bounds(segments)
	}
	box = box.Intersect(g.clipBox)
	clip := layout.Clip{
		Parent: g.clip, First: int32(in.path.first), Count: int32(len(segments)),
		EvenOdd: evenOdd, Box: box,
		Rectangle: upright && (g.clip < 0 || c.Clips[g.clip].Rectangle),
	}
	if last := len(c.Clips) - 1; last >= 0 && clip.Rectangle {
		if l := &c.Clips[last]; l.Rectangle && l.Parent == clip.Parent && l.Box == box {
			g.clip, g.clipBox = int32(last), box
			return false
		}
	}
	in.addClip(clip)
	return true
}

// addClip adds clip and makes it the current one.
func (in *interp) addClip(clip layout.Clip) {
	if !in.b.item() {
		return
	}
	c := in.c
	in.gs.clip, in.gs.clipBox = int32(len(c.Clips)), clip.Box
	c.Clips = append(c.Clips, clip)
}

// textClip collects what text of render modes 4 to 7 clips to (clause 9.3.6). It takes effect at the end of the
// text object.
type textClip struct {
	box  layout.Rect
	runs int // first run of the text object
	used bool
}

// clipLater adds a run to the clip of its text object. core is the box of the run.
func (in *interp) clipLater(run *layout.Run, core layout.Rect) {
	up, down := float32(1-coreHeight), float32(-0.25) // capitals with accents, descenders
	whole := grow(core, run.Em[2]*up, run.Em[3]*up).Union(grow(core, run.Em[2]*down, run.Em[3]*down))
	in.textClip.box = in.textClip.box.Union(whole)
	in.textClip.used = true
}

// clipText makes the text that was shown since BT the clip.
func (in *interp) clipText() {
	t := &in.textClip
	if !t.used {
		return
	}
	g := &in.gs
	runs := len(in.c.Runs)
	in.addClip(layout.Clip{
		Parent: g.clip, First: int32(t.runs), Count: int32(runs - t.runs), Text: true, Box: t.box.Intersect(g.clipBox),
	})
	if g.clip >= 0 {
		in.textClips = append(in.textClips, clippedRuns{g.clip, int32(t.runs), int32(runs)})
	}
	*t = textClip{}
}

// clippedRuns says which runs form the outline of a text clip.
type clippedRuns struct{ clip, from, to int32 }

// contains reports whether a holds all of b.
func contains(a, b layout.Rect) bool {
	return a.X0 <= b.X0+straight && a.Y0 <= b.Y0+straight && a.X1 >= b.X1-straight && a.Y1 >= b.Y1-straight
}
