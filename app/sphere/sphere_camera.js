// Where the viewer stands: a turntable about the north pole, in the client alone, so that no update moves it.

const HOME = {yaw: 0.6, pitch: 0.38, roll: 0, zoom: 1}
const STEEPEST = Math.PI / 2
const GLIDE_SECONDS = 0.35  // a flick fades to 1/e in this time
const TURN_PER_SECOND = 0.25

class Camera {
  constructor() {
    this.spin = [0, 0]
    this.axes = new Float64Array(9)
    this.reset()
  }

  reset() {
    Object.assign(this, HOME)
    this.spin = [0, 0]
    this.turn()
  }

  // Rows of axes: right, up and towards the viewer, in the coordinates of the data (third one north).
  turn() {
    const cy = Math.cos(this.yaw), sy = Math.sin(this.yaw), cp = Math.cos(this.pitch), sp = Math.sin(this.pitch)
    this.axes.set([-sy, cy, 0, -sp * cy, -sp * sy, cp, cp * cy, cp * sy, sp])
  }

  drag(right, down) {
    this.yaw -= right
    this.pitch = Math.min(STEEPEST, Math.max(-STEEPEST, this.pitch + down))
    this.turn()
  }

  magnify(factor) {
    this.zoom = Math.min(8, Math.max(0.5, this.zoom * factor))
  }

  // Move on by itself for some seconds; false where it stands still.
  glide(seconds, turning) {
    if (turning) this.drag(-TURN_PER_SECOND * seconds, 0)
    const fast = Math.hypot(...this.spin) > 0.02
    if (fast) {
      this.drag(this.spin[0] * seconds, this.spin[1] * seconds)
      const kept = Math.exp(-seconds / GLIDE_SECONDS)
      this.spin = [this.spin[0] * kept, this.spin[1] * kept]
    }
    return turning || fast
  }
}
