// What to draw and what a drag does, in a small menu over the corner of the canvas.

const TICKS = [
  ["trails", "Trails"], ["arrows", "Velocities"], ["axes", "Head axes"], ["ghosts", "Ghosts of the twin"],
  ["graticule", "Grid"], ["auto_rotate", "Turn slowly"],
  ["projector", "Projector size"],
]

const MENU_STYLE = `
.menu { position: absolute; top: 6px; right: 6px; font: 13px system-ui, sans-serif; z-index: 1; color: var(--ink);
  color-scheme: var(--scheme); }
.menu summary { list-style: none; cursor: pointer; padding: 4px 10px; border-radius: 6px; user-select: none;
  border: 1px solid transparent; width: max-content; margin-left: auto; }
.menu summary::-webkit-details-marker { display: none; }
.menu summary:hover, .menu[open] summary { border-color: var(--edge); background: var(--card); }
.menu summary:focus-visible, .menu :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.menu form { margin-top: 4px; padding: 8px 12px; border: 1px solid var(--edge); border-radius: 8px; display: grid;
  gap: 6px; background: var(--card); box-shadow: 0 4px 16px rgba(0, 0, 0, 0.18); }
.menu label { display: flex; gap: 8px; align-items: center; min-height: 24px; }
.menu select, .menu button { font: inherit; color: inherit; background: transparent; padding: 3px 6px;
  border: 1px solid var(--edge); border-radius: 6px; min-height: 26px; }
.menu input { accent-color: var(--accent); width: 16px; height: 16px; margin: 0; }
.menu [hidden] { display: none; }
`

// Returns what brings the menu up to date with the theme and with what is drawn: {dimension, heads, picked}.
function addMenu(frame, model, resetView) {
  const style = document.createElement("style")
  style.textContent = MENU_STYLE
  const menu = document.createElement("details"), form = document.createElement("form")
  menu.className = "menu"
  const summary = document.createElement("summary")
  summary.textContent = "View"
  menu.append(summary, form)
  frame.append(style, menu)

  const row = (text, field) => {
    const label = document.createElement("label")
    label.append(...(field.type === "checkbox" ? [field, text] : [text, field]))
    form.append(label)
    return label
  }
  const tick = (text, read, write) => {
    const field = document.createElement("input")
    field.type = "checkbox"
    field.onchange = () => write(field.checked)
    row(text, field)
    return () => { field.checked = read() }
  }
  const choose = (text, options, name) => {
    const field = document.createElement("select")
    const label = row(text, field)
    field.onchange = () => { model[name] = typeof options(1)[0][0] === "number" ? +field.value : field.value }
    return (shown, count) => {
      label.hidden = !shown
      if (!shown) return
      const list = options(count)
      if (field.options.length !== list.length) {
        field.replaceChildren(...list.map(([value, words]) => new Option(words, value)))
      }
      field.value = model[name]
    }
  }

  const ticks = TICKS.map(([name, text]) => tick(text, () => model[name], on => { model[name] = on }))
  ticks.push(tick("Drag to move", () => model.mode === "move", on => { model.mode = on ? "move" : "rotate" }))
  const projection = choose("Projection", () => [
    ["principal axes", "principal axes"], ["first coordinates", "first coordinates"],
  ], "projection")
  const attention = choose("Attention", heads => [
    [-1, "mean"], ...Array.from({length: Math.min(heads, 100)}, (_, h) => [h, `of head ${h + 1}`]),
  ], "head")
  const reset = document.createElement("button")
  reset.type = "button"
  reset.textContent = "Reset view"
  reset.onclick = resetView
  form.append(reset)
  form.onsubmit = event => event.preventDefault()
  menu.onkeydown = event => {
    event.stopPropagation()  // the page has keys of its own
    if (event.key === "Escape") { menu.open = false; summary.focus() }
  }

  return {
    close() { menu.open = false },
    update(theme, drawn) {
      menu.hidden = !model.menu
      frame.style.setProperty("--ink", theme.text)
      frame.style.setProperty("--scheme", theme.scheme)
      frame.style.setProperty("--card", theme.card)
      frame.style.setProperty("--edge", theme.rim)
      frame.style.setProperty("--accent", theme.accent)
      if (!menu.open) return
      for (const refresh of ticks) refresh()
      projection(drawn && drawn.dimension > 3)
      attention(drawn && model.picked >= 0, drawn?.heads)
    },
    onOpen(callback) { menu.ontoggle = callback },
  }
}
