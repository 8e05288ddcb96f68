// The sphere on one canvas: frames come as binary messages, are painted once the browser is ready, and are
// acknowledged after painting. Everything that moves the eye (rotation, zoom) stays in the client.

const cameras = new WeakMap()  // a page that lays itself out anew must not turn the ball back
const REACH = 14  // pixels around a token that count as a hit
const MANY = 1500  // tokens above which frames of a mere glide are painted at half the rate
const LINKS = 40
const TRAIL_GAP = 33  // milliseconds between two points of a trail
const ARROWS = 700  // thousands of strokes are slow, and cover the tokens
const TRAIL_POINTS = 12000  // over all tokens; a trail has at most 48

const floats = bytes => bytes == null ? null : new Float32Array(bytes.buffer ?? bytes)
const words = bytes => bytes == null ? null : new Int16Array(bytes.buffer ?? bytes)

export function render({model, view, el}) {
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d")
  canvas.dataset.testid = "sphere"
  canvas.dataset.frames = 0
  canvas.tabIndex = 0
  canvas.setAttribute("role", "img")
  canvas.setAttribute("aria-label", "Tokens on the sphere")
  canvas.style.cssText = "position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab;display:block"
  const frame = document.createElement("div")
  frame.style.cssText = "position:relative;width:100%;height:100%;overflow:hidden"
  frame.append(canvas)
  el.replaceChildren(frame)

  const menu = addMenu(frame, model, () => { camera.reset(); ask() })
  const camera = cameras.get(view.model) ?? new Camera()
  cameras.set(view.model, camera)
  canvas.camera = camera  // for films of what is seen here
  const calm = matchMedia("(prefers-reduced-motion: reduce)")
  const raster = new Raster(), ball = document.createElement("canvas")
  let data = null, unseen = false, asked = 0, last = 0, painted = 0, spoken = 0
  let sx = new Float32Array(0), sy = sx, sz = sx, order = new Int32Array(0)
  let trail = [], trailAt = 0, ballKey = ""
  const tokens = new Glide(), twin = new Glide(), clock = new Glide()
  const buckets = new Int32Array(66), sizes = new Int32Array(65536)

  const place = () => {
    const pixel = canvas.width / Math.max(1, canvas.clientWidth)
    const radius = 0.455 * Math.min(canvas.width, canvas.height) * camera.zoom
    return {pixel, radius, x: canvas.width / 2, y: canvas.height / 2}
  }

  function project(points, flat, {x, y, radius}, px, py, pz) {
    const a = camera.axes, n = px.length
    if (flat) {
      const c = radius * Math.cos(camera.roll), s = radius * Math.sin(camera.roll)
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

  // Indices from the farthest to the nearest token, by 64 classes of depth.
  function sortByDepth(n) {
    buckets.fill(0)
    const bucket = i => Math.max(0, Math.min(63, (sz[i] + 1) * 32 | 0))
    for (let i = 0; i < n; i++) buckets[bucket(i) + 1]++
    for (let k = 0; k < 64; k++) buckets[k + 1] += buckets[k]
    for (let i = 0; i < n; i++) order[buckets[bucket(i)]++] = i
  }

  // A colour for each cluster that is more than a few stray tokens.
  function countClusters() {
    const {labels, n} = data
    if (!labels) return n
    for (let i = 0; i < n; i++) sizes[labels[i] & 65535] = 0
    for (let i = 0; i < n; i++) sizes[labels[i] & 65535]++
    return Math.max(3, 0.02 * n)
  }

  function paint(now) {
    asked = 0
    const gliding = tokens.move(now) | twin.move(now) | clock.move(now)
    if (gliding && !unseen && !hold && data.n > MANY && now - last < 30) return ask()
    const seconds = Math.min(0.1, (now - last) / 1000)
    last = now
    if (!canvas.width || !canvas.height) return
    const theme = THEMES[model.theme] ?? THEMES.light
    menu.update(theme, data)
    const spot = place(), {pixel, radius, x, y} = spot
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.clearRect(0, 0, canvas.width, canvas.height)
    const flat = data?.flat
    if (flat) drawCircle(context, camera.roll, x, y, radius, theme, pixel)
    else {
      const key = [canvas.width, canvas.height, radius, model.theme].join()
      if (key !== ballKey) {
        ballKey = key
        ball.width = canvas.width
        ball.height = canvas.height
        drawBall(ball.getContext("2d"), x, y, radius, theme)
      }
      context.drawImage(ball, 0, 0)
      if (model.graticule) drawGraticule(context, camera.axes, x, y, radius, theme, pixel)
    }
    if (data) paintTokens(theme, spot)
    painted++
    canvas.dataset.frames = painted
    if (data) {
      canvas.dataset.time = clock.shown[0]
      canvas.dataset.tokens = data.n
      canvas.dataset.number = data.number
      canvas.dataset.epoch = data.epoch
      if (now - spoken > 1000) {
        spoken = now
        const where = flat ? "circle" : "sphere", note = data.note && `; ${data.note}`
        canvas.setAttribute("aria-label", `${data.n} tokens on the ${where} at t = ${clock.shown[0].toFixed(2)}${note}`)
      }
    }
    if (unseen) {
      unseen = false
      model.send_msg({ack: data.seq})
    }
    if (camera.glide(seconds, model.auto_rotate && !hold && !calm.matches) || gliding) ask()
  }

  function paintTokens(theme, spot) {
    const {n, flat, labels, light} = data, {pixel, radius} = spot
    if (sx.length !== n) {
      sx = new Float32Array(n); sy = new Float32Array(n); sz = new Float32Array(n); order = new Int32Array(n)
    }
    project(tokens.shown, flat, spot, sx, sy, sz)
    sortByDepth(n)
    const grown = model.projector ? 1.5 : 1
    const size = grown * Math.max(1.6 * pixel, radius * Math.min(0.032, Math.max(0.0045, 0.62 / Math.sqrt(n))))
    raster.resize(canvas.width, canvas.height)
    raster.clear()
    if (flat) paintDensity(theme, spot)
    if (model.trails) paintTrails(theme, spot)
    if (twin.shown && model.ghosts) paintLinks(theme, spot, size)
    const few = countClusters()
    let brightest = 0
    if (light) for (let i = 0; i < n; i++) brightest = Math.max(brightest, light[i])
    for (let k = 0; k < n; k++) {
      const i = order[k], z = sz[i]
      const rise = flat ? 1 : Math.min(1, Math.max(0, (z + 0.18) / 0.3))
      const near = flat ? 1 : 0.64 + 0.2 * (z + 1)
      const label = labels ? labels[i] & 65535 : 0
      const colour = labels && sizes[label] >= few ? CLUSTERS[label % CLUSTERS.length] : theme.plain
      let opacity = flat ? 0.92 : (0.2 + 0.14 * (1 + z)) * (1 - rise) + rise
      let scale = near
      if (light) {
        const share = light[i] / brightest
        opacity *= 0.18 + 0.82 * share
        scale *= 0.75 + 0.55 * share
      }
      raster.stamp(sx[i], sy[i], Math.round(size * scale * 8) / 8, colour[0], colour[1], colour[2], opacity)
    }
    if (light) paintAttention(theme, spot, brightest)
    raster.flush(context)
    if (data.axes && model.axes) paintAxes(theme, spot)
    if (data.velocity && model.arrows) paintArrows(theme, spot)
    if (model.picked >= 0 && model.picked < n) {
      const i = model.picked
      context.strokeStyle = theme.mark
      context.lineWidth = 2 * pixel
      context.beginPath()
      context.arc(sx[i], sy[i], size * 1.2 + 4 * pixel, 0, 2 * Math.PI)
      context.stroke()
    }
    context.fillStyle = theme.text
    context.font = `600 ${15 * grown * pixel}px system-ui, sans-serif`
    context.textBaseline = "top"
    context.fillText(`t = ${clock.shown[0].toFixed(2)}`, 12 * pixel, 10 * pixel)
    if (data.note) {
      context.fillStyle = theme.faint
      context.font = `${12.5 * grown * pixel}px system-ui, sans-serif`
      context.textBaseline = "bottom"
      context.fillText(data.note, 12 * pixel, canvas.height - 8 * pixel)
    }
  }

  // d = 2: tokens that lie on each other are told by their density, drawn inwards from the circle.
  function paintDensity(theme, {x, y, radius}) {
    const {n} = data, points = tokens.shown, bins = 180, count = new Float32Array(bins)
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

  function paintLinks(theme, spot, size) {
    const {n, flat} = data
    const tx = new Float32Array(n), ty = new Float32Array(n), tz = new Float32Array(n)
    project(twin.shown, flat, spot, tx, ty, tz)
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
  function paintAttention(theme, {pixel}, brightest) {
    const {n, light} = data, i = model.picked
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

  function paintTrails(theme, spot) {
    const {n, flat} = data, [r, g, b] = theme.plain
    let ax = sx, ay = sy
    const bz = new Float32Array(n)
    for (let age = 0; age < trail.length; age++) {
      const bx = new Float32Array(n), by = new Float32Array(n)
      project(trail[trail.length - 1 - age], flat, spot, bx, by, bz)
      const fade = 0.75 * (1 - age / trail.length)
      for (let i = 0; i < n; i++) raster.line(ax[i], ay[i], bx[i], by[i], r, g, b, bz[i] >= 0 ? fade : 0.3 * fade)
      ax = bx
      ay = by
    }
  }

  // Eigenvectors of the heads' matrices, as long as their eigenvalue is large; dashed where it is negative.
  function paintAxes(theme, spot) {
    const {axes, flat} = data, {x, y, radius, pixel} = spot, width = flat ? 2 : 3
    const m = axes.length / (width + 1)
    const ends = new Float32Array(width * m)
    for (let k = 0; k < m; k++) for (let c = 0; c < width; c++) ends[width * k + c] = axes[(width + 1) * k + c]
    const ex = new Float32Array(m), ey = new Float32Array(m), ez = new Float32Array(m)
    project(ends, flat, spot, ex, ey, ez)
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
  function paintArrows(theme, spot) {
    const {n, flat, velocity} = data, {pixel} = spot, width = flat ? 2 : 3
    let fastest = 0
    for (let i = 0; i < n; i++) {
      let square = 0
      for (let c = 0; c < width; c++) square += velocity[width * i + c] ** 2
      fastest = Math.max(fastest, square)
    }
    if (!fastest) return
    const gain = 0.2 / Math.sqrt(fastest), every = Math.ceil(n / ARROWS)
    const tips = new Float32Array(width * n)
    for (let k = 0; k < tips.length; k++) tips[k] = tokens.shown[k] + gain * velocity[k]
    const tx = new Float32Array(n), ty = new Float32Array(n), tz = new Float32Array(n)
    project(tips, flat, spot, tx, ty, tz)
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

  function ask() {
    if (!asked) asked = requestAnimationFrame(paint)
  }

  function receive(message) {
    const news = message.data ?? message
    if (news.reset) { camera.reset(); return ask() }
    const before = data
    data = {
      seq: news.seq, number: news.number, epoch: news.epoch, time: news.time, note: news.note, flat: news.flat,
      tokens: floats(news.tokens), velocity: floats(news.velocity),
      labels: words(news.labels), axes: floats(news.axes), light: floats(news.light),
      dimension: news.dimension, heads: news.heads,
    }
    data.n = data.tokens.length / (data.flat ? 2 : 3)
    const goesOn = before && before.epoch === data.epoch && before.n === data.n && before.time <= data.time
    const seconds = goesOn && !calm.matches ? news.interval : 0, now = performance.now()
    tokens.to(data.tokens, seconds, now)
    twin.to(floats(news.twin), seconds, now)
    clock.to(Float64Array.of(data.time), seconds, now)
    if (!goesOn) trail = []
    else if (data.time > before.time && now - trailAt > TRAIL_GAP) {
      trailAt = now
      trail.push(before.tokens)
      if (trail.length > Math.min(48, TRAIL_POINTS / data.n)) trail.shift()
    }
    unseen = true
    ask()
  }

  // The token at a point of the canvas (CSS pixels), those in front first; -1 for none.
  function tokenAt(left, top) {
    if (!data) return -1
    const {pixel} = place()
    let found = -1, least = REACH * pixel
    for (let i = 0; i < data.n; i++) {
      const far = Math.hypot(sx[i] - left * pixel, sy[i] - top * pixel) - (data.flat ? 0 : 5 * pixel * sz[i])
      if (far < least && (data.flat || sz[i] > -0.05)) { least = far; found = i }
    }
    return found
  }

  // The point of the sphere (or circle) under a point of the canvas, in the coordinates of the data.
  function under(left, top) {
    const {pixel, radius, x, y} = place()
    let right = (left * pixel - x) / radius, up = (y - top * pixel) / radius
    const far = Math.hypot(right, up)
    if (data.flat) {
      const c = Math.cos(camera.roll), s = Math.sin(camera.roll)
      return far ? [(c * right + s * up) / far, (c * up - s * right) / far] : [1, 0]
    }
    if (far > 1) { right /= far; up /= far }
    const near = Math.sqrt(Math.max(0, 1 - right * right - up * up)), a = camera.axes
    return [0, 1, 2].map(k => right * a[k] + up * a[3 + k] + near * a[6 + k])
  }

  const pointers = new Map()
  let hold = null  // {moved token or -1, where and when it began, the last move}

  const spotOf = event => {
    const box = canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  canvas.onpointerdown = event => {
    event.preventDefault()  // the page's keys stay the page's
    menu.close()
    canvas.setPointerCapture(event.pointerId)
    const [left, top] = spotOf(event)
    pointers.set(event.pointerId, [left, top])
    camera.spin = [0, 0]
    const token = event.shiftKey || model.mode === "move" ? tokenAt(left, top) : -1
    hold = {token, left, top, start: [left, top], at: event.timeStamp, still: pointers.size === 1}
    canvas.style.cursor = "grabbing"
    ask()
  }

  canvas.onpointermove = event => {
    if (!hold || !pointers.has(event.pointerId)) return
    const [left, top] = spotOf(event)
    if (pointers.size === 2) {
      const spread = () => { const [p, q] = [...pointers.values()]; return Math.hypot(p[0] - q[0], p[1] - q[1]) }
      const before = spread()
      pointers.set(event.pointerId, [left, top])
      if (before > 0) camera.magnify(spread() / before)
      hold.still = false
      return ask()
    }
    pointers.set(event.pointerId, [left, top])
    if (Math.hypot(left - hold.start[0], top - hold.start[1]) > 4) hold.still = false
    if (hold.token >= 0) {
      if (!hold.still) model.send_msg({moved: hold.token, to: under(left, top)})
      return
    }
    const {pixel, radius, x, y} = place(), scale = pixel / radius
    const right = (left - hold.left) * scale, down = (top - hold.top) * scale
    if (data?.flat) {
      const turn = (a, b) => Math.atan2(y - b * pixel, a * pixel - x)
      camera.roll += turn(left, top) - turn(hold.left, hold.top)
    } else camera.drag(right, down)
    const seconds = Math.max(0.008, (event.timeStamp - hold.at) / 1000)
    hold.speed = [right / seconds, down / seconds]
    Object.assign(hold, {left, top, at: event.timeStamp})
    ask()
  }

  canvas.onpointerup = canvas.onpointercancel = event => {
    pointers.delete(event.pointerId)
    if (!hold || pointers.size) return
    const [left, top] = spotOf(event)
    if (hold.token >= 0 && !hold.still) model.send_msg({moved: hold.token, to: under(left, top)})
    else if (hold.still && event.type === "pointerup") {
      const token = tokenAt(left, top)
      model.send_msg({picked: token === model.picked ? -1 : token})
    } else if (hold.speed && !data?.flat && !calm.matches && event.timeStamp - hold.at < 60) camera.spin = hold.speed
    hold = null
    canvas.style.cursor = "grab"
    ask()
  }

  canvas.onwheel = event => {
    event.preventDefault()
    camera.magnify(Math.exp(-0.0015 * event.deltaY * (event.deltaMode ? 30 : 1)))
    ask()
  }
  canvas.ondblclick = () => { camera.reset(); ask() }
  canvas.onkeydown = event => {
    const turn = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]}[event.key]
    if (turn && data?.flat) camera.roll -= turn[0] - turn[1]
    else if (turn) camera.drag(...turn)
    else if (event.key === "+" || event.key === "=") camera.magnify(1.15)
    else if (event.key === "-") camera.magnify(1 / 1.15)
    else if (event.key === "Home") camera.reset()
    else return
    event.preventDefault()
    event.stopPropagation()
    ask()
  }

  function fit() {
    const scale = window.devicePixelRatio || 1
    const width = Math.round(frame.clientWidth * scale), height = Math.round(frame.clientHeight * scale)
    if (!width || !height || (canvas.width === width && canvas.height === height)) return
    canvas.width = width
    canvas.height = height
    cancelAnimationFrame(asked)
    paint(performance.now())  // before the browser shows the emptied canvas
  }
  const watcher = new ResizeObserver(fit)
  watcher.observe(frame)

  for (const name of ["theme", "trails", "axes", "arrows", "ghosts", "graticule", "auto_rotate", "projector", "picked", "menu"]) {
    model.on(name, ask)
  }
  menu.onOpen(ask)
  model.on("msg:custom", receive)
  model.on("remove", () => { watcher.disconnect(); cancelAnimationFrame(asked) })
  model.send_msg({ready: true})
}
