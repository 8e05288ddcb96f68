// What to draw and what a drag does, in a small menu over the corner of the canvas.

const LETTERS = "Roboto, system-ui, sans-serif"  // those of the page around the picture

const TICKS = [
  ["trails", "Trails", "Where tokens have just been, fading"],
  ["arrows", "Velocities", "Where each token goes; the longest arrow is a fifth of the radius"],
  ["axes", "Head axes", "Eigenvectors of the heads' matrices, as long as their eigenvalue, dashed where it is negative"],
  ["ghosts", "Ghosts of the twin", "The perturbed twin's tokens as rings, linked to their own"],
  ["graticule", "Grid", "Meridians and parallels every 30 degrees"],
  ["auto_rotate", "Turn slowly", "The sphere turns by itself"],
  ["projector", "Projector size", "Larger tokens and text"],
]

const MENU_STYLE = `
.menu { position: absolute; top: 6px; right: 6px; font: 14px ${LETTERS}; z-index: 1; color: var(--ink);
  color-scheme: var(--scheme); }
.menu summary { list-style: none; cursor: pointer; padding: 4px 10px; border-radius: 6px; user-select: none;
  border: 1px solid var(--edge); background: var(--card); width: max-content; margin-left: auto; }
.menu summary::after { content: " ▾" / ""; }
.menu summary::-webkit-details-marker { display: none; }
.menu summary:hover, .menu[open] summary { border-color: var(--accent); }
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

  const row = (text, field, meaning = "") => {
    const label = document.createElement("label")
    label.title = meaning
    label.append(...(field.type === "checkbox" ? [field, text] : [text, field]))
    form.append(label)
    return label
  }
  const tick = (text, meaning, read, write) => {
    const field = document.createElement("input")
    field.type = "checkbox"
    field.onchange = () => write(field.checked)
    row(text, field, meaning)
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

  const ticks = TICKS.map(([name, text, meaning]) => tick(text, meaning, () => model[name], on => { model[name] = on }))
  ticks.push(tick("Drag tokens", "A drag moves the token under it; the shift key does that too",
    () => model.mode === "move", on => { model.mode = on ? "move" : "rotate" }))
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
  const elsewhere = event => { if (!event.composedPath().includes(menu)) menu.open = false }
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
    onOpen(callback) {
      menu.ontoggle = () => {
        if (menu.open) document.addEventListener("pointerdown", elsewhere)
        else document.removeEventListener("pointerdown", elsewhere)
        callback()
      }
    },
  }
}
