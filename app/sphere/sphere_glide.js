// Between two states that come slowly (a large run, a slow pace) tokens glide, so that the eye can follow them. They
// are on the way to the newest state for as long as it took to compute, and then exactly there.

const SLOW = 0.045  // seconds between states above which 60 frames a second would look like a slide show

class Glide {
  constructor() {
    this.shown = this.target = null
  }

  // Show points, at once or after gliding to them for some seconds from where they are now.
  to(points, seconds, now) {
    if (!points || !this.shown || this.shown.length !== points.length || seconds < SLOW) {
      this.shown = this.target = points
      return
    }
    this.from = this.shown === this.target ? this.shown : this.shown.slice()
    this.target = points
    this.begun = now
    this.length = 1000 * seconds
    this.shown = new points.constructor(points.length)
    this.move(now)
  }

  // Bring shown up to date; true while there is way to go.
  move(now) {
    if (this.shown === this.target) return false
    const share = (now - this.begun) / this.length
    if (share >= 1) {
      this.shown = this.target
      return false
    }
    const {from, target, shown} = this, part = Math.max(0, share)
    for (let k = 0; k < shown.length; k++) shown[k] = from[k] + part * (target[k] - from[k])
    return true
  }
}
