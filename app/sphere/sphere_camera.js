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

  // Where points (two numbers each on the circle, else three) are painted, on a ball of this radius about x, y.
  project(points, flat, {x, y, radius}, px, py, pz) {
    const a = this.axes, n = px.length
    if (flat) {
      const c = radius * Math.cos(this.roll), s = radius * Math.sin(this.roll)
      for (let i = 0; i < n; i++) {
        px[i] = x + c * points[2 * i] - s * points[2 * i + 1]
        py[i] = y - s * points[2 * i] - c * points[2 * i + 1]
        pz[i] = 1
      }
      return
    }
    for (let i = 0, k = 0; i < n; i++, k += 3) {
      const u = points[k], v = points[k + 1], w = points[k + 2]
      px[i] = x + radius * (a[0] * u + a[1] * v + a[2] * w)
      py[i] = y - radius * (a[3] * u + a[4] * v + a[5] * w)
      pz[i] = a[6] * u + a[7] * v + a[8] * w
    }
  }

  // The point of the sphere (or circle) that is seen so far right and up of its middle, in radii.
  under(right, up, flat) {
    const far = Math.hypot(right, up)
    if (flat) {
      const c = Math.cos(this.roll), s = Math.sin(this.roll)
      return far ? [(c * right + s * up) / far, (c * up - s * right) / far] : [1, 0]
    }
    if (far > 1) { right /= far; up /= far }
    const near = Math.sqrt(Math.max(0, 1 - right * right - up * up)), a = this.axes
    return [0, 1, 2].map(k => right * a[k] + up * a[3 + k] + near * a[6 + k])
  }
}
