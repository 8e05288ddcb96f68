// What is drawn over the ball besides the tokens. Each takes the scene: where it is painted (spot), the camera, the
// theme, the newest frame (data), the tokens as they are shown (points) and on the canvas (sx, sy; sz tells near from far).

const LINKS = 40  // from a followed token, to those it attends to most
const ARROWS = 700  // thousands of strokes are slow, and cover the tokens

// d = 2: tokens that lie on each other are told by their density, drawn inwards from the circle.
function drawDensity({context, camera, theme, points, data: {n}, spot: {x, y, radius}}) {
  const bins = 180, count = new Float32Array(bins)
  for (let i = 0; i < n; i++) {
    const turn = (Math.atan2(points[2 * i + 1], points[2 * i]) / (2 * Math.PI) + 1) * bins
    const k = Math.floor(turn), part = turn - k
    count[k % bins] += 1 - part
    count[(k + 1) % bins] += part
  }
  const depth = k => {
    let sum = 0
    for (let step = -4; step <= 4; step++) sum += count[(k + step + bins) % bins] * Math.exp(-step * step / 6)
    return 0.55 * (1 - Math.exp(-sum / n * 5))
  }
  context.beginPath()
  for (let k = 0; k <= bins; k++) {
    const angle = camera.roll + 2 * Math.PI * k / bins, r = radius * (1 - depth(k % bins))
    context.lineTo(x + r * Math.cos(angle), y - r * Math.sin(angle))
  }
  context.closePath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
  context.fillStyle = theme.density
  context.fill("evenodd")
}

function drawLinks({context, raster, camera, theme, spot, size, twin, sx, sy, data: {n, flat}}) {
  const tx = new Float32Array(n), ty = new Float32Array(n), tz = new Float32Array(n)
  camera.project(twin, flat, spot, tx, ty, tz)
  const front = new Path2D(), back = new Path2D()
  for (let i = 0; i < n; i++) {
    const path = tz[i] >= 0 ? front : back
    path.moveTo(sx[i], sy[i])
    path.lineTo(tx[i], ty[i])
    const [r, g, b] = theme.ghost, near = flat ? 1 : 0.64 + 0.2 * (tz[i] + 1)
    const ring = Math.round(size * near * 8) / 8
    raster.stamp(tx[i], ty[i], ring, r, g, b, tz[i] >= 0 ? 0.6 : 0.16, Math.max(1.3 * spot.pixel, 0.16 * size))
  }
  context.lineWidth = spot.pixel
  context.strokeStyle = theme.link
  context.stroke(front)
  context.globalAlpha = 0.35
  context.stroke(back)
  context.globalAlpha = 1
}

// From the followed token to those that it attends to most, the more strongly the thicker.
function drawAttention({context, theme, model, spot: {pixel}, brightest, sx, sy, sz, data: {n, light}}) {
  const i = model.picked
  if (i < 0 || i >= n) return
  const others = Array.from(light.keys()).filter(j => j !== i && light[j] > 0.2 * brightest)
  others.sort((j, k) => light[k] - light[j])
  context.strokeStyle = theme.mark
  for (const j of others.slice(0, LINKS)) {
    const share = light[j] / brightest
    context.globalAlpha = (sz[j] >= 0 ? 0.55 : 0.2) * share
    context.lineWidth = (0.6 + 1.6 * share) * pixel
    context.beginPath()
    context.moveTo(sx[i], sy[i])
    context.lineTo(sx[j], sy[j])
    context.stroke()
  }
  context.globalAlpha = 1
}

function drawTrails({raster, camera, theme, spot, trail, sx, sy, data: {n, flat}}) {
  const [r, g, b] = theme.plain
  let ax = sx, ay = sy
  const bz = new Float32Array(n)
  for (let age = 0; age < trail.length; age++) {
    const bx = new Float32Array(n), by = new Float32Array(n)
    camera.project(trail[trail.length - 1 - age], flat, spot, bx, by, bz)
    const fade = 0.75 * (1 - age / trail.length)
    for (let i = 0; i < n; i++) raster.line(ax[i], ay[i], bx[i], by[i], r, g, b, bz[i] >= 0 ? fade : 0.3 * fade)
    ax = bx
    ay = by
  }
}

// Eigenvectors of the heads' matrices, as long as their eigenvalue is large; dashed where it is negative.
function drawHeadAxes({context, camera, theme, spot, data: {axes, flat}}) {
  const {x, y, pixel} = spot, width = flat ? 2 : 3
  const m = axes.length / (width + 1)
  const ends = new Float32Array(width * m)
  for (let k = 0; k < m; k++) for (let c = 0; c < width; c++) ends[width * k + c] = axes[(width + 1) * k + c]
  const ex = new Float32Array(m), ey = new Float32Array(m), ez = new Float32Array(m)
  camera.project(ends, flat, spot, ex, ey, ez)
  context.lineWidth = 1.6 * pixel
  context.strokeStyle = theme.mark
  for (const [side, negative] of [[1, false], [-1, false], [1, true], [-1, true]]) {
    context.setLineDash(negative ? [5 * pixel, 4 * pixel] : [])
    for (const ahead of [false, true]) {
      context.globalAlpha = ahead ? 0.75 : 0.25
      context.beginPath()
      for (let k = 0; k < m; k++) {
        if ((axes[(width + 1) * k + width] < 0) !== negative || (flat || side * ez[k] >= 0) !== ahead) continue
        context.moveTo(x, y)
        context.lineTo(x + side * (ex[k] - x), y + side * (ey[k] - y))
      }
      context.stroke()
    }
  }
  context.setLineDash([])
  context.globalAlpha = 1
}

// Where each token goes; the longest arrow is a fifth of the radius.
function drawArrows({context, camera, theme, spot, points, sx, sy, sz, data: {n, flat, velocity}}) {
  const {pixel} = spot, width = flat ? 2 : 3
  let fastest = 0
  for (let i = 0; i < n; i++) {
    let square = 0
    for (let c = 0; c < width; c++) square += velocity[width * i + c] ** 2
    fastest = Math.max(fastest, square)
  }
  if (!fastest) return
  const gain = 0.2 / Math.sqrt(fastest), every = Math.ceil(n / ARROWS)
  const tips = new Float32Array(width * n)
  for (let k = 0; k < tips.length; k++) tips[k] = points[k] + gain * velocity[k]
  const tx = new Float32Array(n), ty = new Float32Array(n), tz = new Float32Array(n)
  camera.project(tips, flat, spot, tx, ty, tz)
  const front = new Path2D(), back = new Path2D()
  for (let i = 0; i < n; i += every) {
    const dx = tx[i] - sx[i], dy = ty[i] - sy[i], path = sz[i] >= 0 ? front : back
    if (Math.hypot(dx, dy) < 2 * pixel) continue
    path.moveTo(sx[i], sy[i])
    path.lineTo(tx[i], ty[i])
    path.moveTo(tx[i] - 0.28 * dx - 0.14 * dy, ty[i] - 0.28 * dy + 0.14 * dx)
    path.lineTo(tx[i], ty[i])
    path.lineTo(tx[i] - 0.28 * dx + 0.14 * dy, ty[i] - 0.28 * dy - 0.14 * dx)
  }
  context.strokeStyle = theme.mark
  context.lineWidth = 1.3 * pixel
  context.globalAlpha = 0.2
  context.stroke(back)
  context.globalAlpha = 0.85
  context.stroke(front)
  context.globalAlpha = 1
}

// A ring around the followed token.
function drawRing({context, theme, model, spot: {pixel}, size, sx, sy}) {
  const i = model.picked
  context.strokeStyle = theme.mark
  context.lineWidth = 2 * pixel
  context.beginPath()
  context.arc(sx[i], sy[i], size * 1.2 + 4 * pixel, 0, 2 * Math.PI)
  context.stroke()
}

// The time, and a note on what the picture leaves out.
function drawWords({context, theme, spot: {pixel}, grown, time, data: {note}}) {
  context.fillStyle = theme.text
  context.font = `600 ${15 * grown * pixel}px ${LETTERS}`
  context.textBaseline = "top"
  context.fillText(`t = ${time.toFixed(2)}`, 12 * pixel, 10 * pixel)
  if (!note) return
  context.fillStyle = theme.faint
  context.font = `${12.5 * grown * pixel}px ${LETTERS}`
  context.textBaseline = "bottom"
  context.fillText(note, 12 * pixel, context.canvas.height - 8 * pixel)
}
