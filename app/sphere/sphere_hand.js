// Mouse, touch and keys on the canvas: turn, zoom, follow a token or move it.

const REACH = 14  // pixels around a token that count as a hit

// ``eye`` tells where things are: place() on the canvas, tokenAt(left, top), flat(). ``close`` closes what is open over
// the canvas, ``ask`` asks for a painting. Returns a function that is true while something is held.
function takeHold(canvas, model, camera, calm, eye, close, ask) {
  const {place, tokenAt, flat} = eye
  const pointers = new Map()
  let hold = null  // {moved token or -1, where and when it began, the last move}

  // The point of the sphere (or circle) under a point of the canvas, in the coordinates of the data.
  const under = (left, top) => {
    const {pixel, radius, x, y} = place()
    return camera.under((left * pixel - x) / radius, (y - top * pixel) / radius, flat())
  }

  const letGo = () => {
    let focused = document.activeElement
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    if (focused !== canvas) focused?.blur()
  }

  const spotOf = event => {
    const box = canvas.getBoundingClientRect()
    return [event.clientX - box.left, event.clientY - box.top]
  }

  canvas.onpointerdown = event => {
    event.preventDefault()  // the sphere takes no focus, so that the page's keys stay the page's,
    letGo()  // and a list or a slider that had it hears them no more
    close()
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
    if (flat()) {
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
    } else if (hold.speed && !flat() && !calm.matches && event.timeStamp - hold.at < 60) camera.spin = hold.speed
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
    if (turn && flat()) camera.roll -= turn[0] - turn[1]
    else if (turn) camera.drag(...turn)
    else if (event.key === "+" || event.key === "=") camera.magnify(1.15)
    else if (event.key === "-") camera.magnify(1 / 1.15)
    else if (event.key === "Home") camera.reset()
    else return
    event.preventDefault()
    event.stopPropagation()
    ask()
  }

  return () => hold !== null
}
