// A chart as a file of its own: what is seen, under its title and legend and on the page's ground, as lines and
// letters (SVG) or drawn from those at three times the size (PNG).

const SCALE = 3
const HEAD = 50  // pixels above the chart: title and legend
const FONT = "Helvetica, Arial, sans-serif"

function element(name, attributes, text = "") {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

function legend(lines, ink) {
  const group = element("g", {"font-family": FONT, "font-size": 12.5, fill: ink})
  const ruler = document.createElement("canvas").getContext("2d")
  ruler.font = `12.5px ${FONT}`
  let x = 12
  for (const [label, colour, dashes] of lines) {
    group.append(element("line", {x1: x, x2: x + 24, y1: 38, y2: 38, stroke: colour, "stroke-width": 2.5,
      "stroke-dasharray": dashes}))
    group.append(element("text", {x: x + 30, y: 42}, label))
    x += 46 + ruler.measureText(label).width
  }
  return [group, x]
}

function sheet(view, title, lines) {
  const drawing = view.export("svg").canvas, {height} = view.bbox
  const style = getComputedStyle(view.el), ink = style.getPropertyValue("--panel-on-background-color") || "#1d2733"
  const ground = style.getPropertyValue("--panel-surface-color") || "#ffffff"
  const [names, reach] = legend(lines, ink), width = Math.max(view.bbox.width, reach)
  const svg = element("svg", {width, height: height + HEAD, viewBox: `0 0 ${width} ${height + HEAD}`})
  drawing.setAttribute("y", HEAD)
  svg.append(
    element("title", {}, title),
    element("rect", {width: "100%", height: "100%", fill: ground}),
    element("text", {x: 12, y: 20, fill: ink, "font-family": FONT, "font-size": 15, "font-weight": 700}, title),
    names, drawing)
  return [new Blob([new XMLSerializer().serializeToString(svg)], {type: "image/svg+xml"}), width, height + HEAD]
}

async function drawn(file, width, height) {
  const image = new Image(), canvas = document.createElement("canvas")
  image.src = URL.createObjectURL(file)
  await image.decode()
  canvas.width = SCALE * width
  canvas.height = SCALE * height
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  URL.revokeObjectURL(image.src)
  return new Promise(done => canvas.toBlob(done, "image/png"))
}

async function save(model, kind) {
  const view = window.Bokeh.index.find_one_by_id(model.figure)
  const [svg, width, height] = sheet(view, model.title, model.lines)
  const link = document.createElement("a")
  link.href = URL.createObjectURL(kind === "PNG" ? await drawn(svg, width, height) : svg)
  link.download = `headflow-${model.file}.${kind.toLowerCase()}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60000)
}

// Line drawings of 14 pixels; letters and signs of the font would differ from machine to machine.
const DRAWINGS = {
  Enlarge: "M9 2h5v5M14 2 9.5 6.5M7 14H2V9M2 14l4.5-4.5",
  Shrink: "M14 6.5H9.5V2M9.5 6.5 14 2M2 9.5h4.5V14M6.5 9.5 2 14",
  Hide: "M3 3l10 10M13 3 3 13",
}

function show(button, word, title) {
  button.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${DRAWINGS[word]}"/></svg>`
  button.setAttribute("aria-label", `${word} ${title}`)
  button.title = `${word} this chart`
}

export function render({model}) {
  const row = document.createElement("div")
  for (const kind of ["PNG", "SVG"]) {
    const button = document.createElement("button")
    button.textContent = kind
    button.setAttribute("aria-label", `Save ${model.title} as ${kind}`)
    button.title = `Save this chart as ${kind}`
    button.onclick = () => save(model, kind)
    row.append(button)
  }
  const size = document.createElement("button"), hide = document.createElement("button")
  const resize = () => show(size, model.enlarged ? "Shrink" : "Enlarge", model.title)
  model.on("enlarged", resize)
  resize()
  show(hide, "Hide", model.title)
  size.onclick = () => model.send_msg({enlarge: true})
  hide.onclick = () => model.send_msg({hide: true})
  row.append(size, hide)
  return row
}
