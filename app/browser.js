// Keeps the address in step with the page. It replaces the entry of the history: Panel's own Location would push one
// for every move of a slider, and the way back out of the page would be lost.
function keepAddress(model) {
  const write = () => {
    if (model.query && model.query !== window.location.search)
      window.history.replaceState(window.history.state, "", model.query + window.location.hash)
  }
  model.on("query", write)
  write()
}

// Bokeh 3.9 rewrites an unchanged style sheet for every axis, grid and line at every repaint of a chart, and then asks
// the cascade for colours in --bk-* variables (bokeh 15286), of which this page has none. Each pair costs the
// browser a recalculation of styles.
function calmBokeh() {
  const sheet = window.Bokeh.require("core/dom").InlineStyleSheet.prototype
  if (sheet.calm) return
  sheet.calm = true
  nameCharts()
  const update = sheet._update
  sheet._update = function (css) {
    if (css !== this.el.textContent) update.call(this, css)
  }
  window.Bokeh.require("core/visuals/visual").VisualProperties.prototype._get_css_value = () => ""
}

// Bokeh lets the keyboard stop at every chart, where it can do nothing, and gives a chart no name.
function nameCharts() {
  const plot = window.Bokeh.require("models/plots/plot_canvas").PlotView.prototype
  const after = plot._after_layout
  plot._after_layout = function () {
    after.call(this)
    const surface = this.canvas_view.events_el, {left, below} = this.model
    const axis = places => places.find(place => place.axis_label)?.axis_label ?? ""
    surface.tabIndex = -1
    surface.setAttribute("role", "img")
    surface.setAttribute("aria-label", `Chart: ${axis(left)} against ${axis(below)}`)
  }
}

// panel-material-ui's Select opens for the mouse only, and calls its options menu items, which a list box has not.
function mendSelects() {
  const boxOf = event => event.composedPath().find(part => part.matches?.(".MuiSelect-select[role=combobox]"))
  const open = event => {
    const box = boxOf(event)
    if (!box || !["Enter", " ", "ArrowDown", "ArrowUp"].includes(event.key)) return
    event.preventDefault()
    // A space that opened the list as it was pressed would choose from it as it is let go.
    if ((event.key === " ") === (event.type === "keyup") && box.getAttribute("aria-expanded") !== "true") box.click()
  }
  document.addEventListener("keydown", open, true)
  document.addEventListener("keyup", open, true)
  document.addEventListener("click", event => {
    const box = boxOf(event)
    if (box) requestAnimationFrame(() => requestAnimationFrame(() => nameOptions(box)))
  })
}

function nameOptions(box) {
  const chosen = box.parentElement.querySelector("input")?.value
  for (const item of box.getRootNode().querySelectorAll("[role=listbox] [role=menuitem]")) {
    item.setAttribute("role", "option")
    item.setAttribute("aria-selected", item.getAttribute("value") === chosen)
    if (item.getAttribute("value") === chosen) item.focus()
  }
}

let mended = false
export function render({model}) {
  if (!mended) mendSelects()
  mended = true
  keepAddress(model)
  try {
    calmBokeh()
  } catch (problem) {
    console.info("Bokeh repaints as it is:", problem.message)  // another version: slower, not wrong
  }
  return document.createElement("span")
}
