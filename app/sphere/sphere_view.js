// The sphere on one canvas: frames come as binary messages, are painted once the browser is ready, and are
// acknowledged after painting. Everything that moves the eye (rotation, zoom) stays in the client.

const cameras = new WeakMap()  // a page that lays itself out anew must not turn the ball back
const MANY = 1500  // tokens above which frames of a mere glide are painted at half the rate
const TRAIL_GAP = 33  // milliseconds between two points of a trail
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
  const buckets = new Int32Array(66), sizes = new Int32Array(65536), halos = new Halos()

  const place = () => {
    const pixel = canvas.width / Math.max(1, canvas.clientWidth)
    const radius = 0.455 * Math.min(canvas.width, canvas.height) * camera.zoom
    return {pixel, radius, x: canvas.width / 2, y: canvas.height / 2}
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
    if (gliding && !unseen && !held() && data.n > MANY && now - last < 30) return ask()
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
    if (camera.glide(seconds, model.auto_rotate && !held() && !calm.matches) || gliding) ask()
  }

  function paintTokens(theme, spot) {
    const {n, flat, labels, light} = data, {pixel, radius} = spot
    if (sx.length !== n) {
      sx = new Float32Array(n); sy = new Float32Array(n); sz = new Float32Array(n); order = new Int32Array(n)
    }
    camera.project(tokens.shown, flat, spot, sx, sy, sz)
    sortByDepth(n)
    const grown = model.projector ? 1.5 : 1
    const size = grown * Math.max(1.6 * pixel, radius * Math.min(0.032, Math.max(0.0045, 0.62 / Math.sqrt(n))))
    raster.resize(canvas.width, canvas.height)
    raster.clear()
    const few = countClusters()
    let brightest = 0
    if (light) for (let i = 0; i < n; i++) brightest = Math.max(brightest, light[i])
    const scene = {
      context, raster, camera, model, theme, spot, size, grown, brightest, data, trail, sx, sy, sz,
      points: tokens.shown, twin: twin.shown, time: clock.shown[0],
    }
    if (flat) drawDensity(scene)
    if (model.trails) drawTrails(scene)
    if (twin.shown && model.ghosts) drawLinks(scene)
    if (labels && !flat && !light) halos.paint(raster, {labels, sizes, few, sx, sy, sz, size})
    for (let k = 0; k < n; k++) {
      const i = order[k], z = sz[i]
      const rise = flat ? 1 : Math.min(1, Math.max(0, (z + 0.18) / 0.3))
      const near = flat ? 1 : 0.64 + 0.2 * (z + 1)
      const label = labels ? labels[i] & 65535 : 0
      const colour = labels && sizes[label] >= few ? CLUSTERS[label % CLUSTERS.length] : theme.plain
      let opacity = flat ? 0.92 : (0.26 + 0.12 * (1 + z)) * (1 - rise) + rise
      let scale = near
      if (light) {
        const share = light[i] / brightest
        opacity *= 0.18 + 0.82 * share
        scale *= 0.75 + 0.55 * share
      }
      raster.stamp(sx[i], sy[i], Math.round(size * scale * 8) / 8, colour[0], colour[1], colour[2], opacity)
    }
    if (light) drawAttention(scene)
    raster.flush(context)
    if (data.axes && model.axes) drawHeadAxes(scene)
    if (data.velocity && model.arrows) drawArrows(scene)
    if (model.picked >= 0 && model.picked < n) drawRing(scene)
    drawWords(scene)
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

  const held = takeHold(canvas, model, camera, calm, {place, tokenAt, flat: () => data?.flat}, menu.close, ask)

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
