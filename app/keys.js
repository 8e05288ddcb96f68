// Keys of the page, and the dialog that lists them. A key acts only where it means nothing else: not in a field or a
// list, not with Ctrl or Alt, and Space not on a button, nor an arrow on a slider, the sphere or a chart.

const LETTERS = {" ": "play", ArrowRight: "step", r: "reset", d: "theme"}
const TYPING = "input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable], " +
  "[role=combobox], [role=listbox], [role=option], [role=menu], [role=menuitem], [role=textbox]"
const PRESSING = "button, a, summary, input[type=checkbox], input[type=radio], [role=button], [role=switch], [role=tab]"
const MOVING = "input[type=range], input[type=radio], [role=slider], [role=radio], [role=tab], canvas, .bk-Figure"
const STEP_MS = 50  // a key that is held steps no faster

export function render({model, el}) {
  const help = document.createElement("dialog")
  help.setAttribute("aria-labelledby", "help-title")
  help.innerHTML = `${model.help}<form method="dialog"><button autofocus>Close</button></form>`
  help.onclick = event => { if (event.target === help) help.close() }  // its backdrop
  const root = document.documentElement
  let steppedAt = 0

  function showHelp() {
    help.showModal()
    help.scrollTop = 0  // else the focus on its last button scrolls past what it says
  }

  // The element that lays out the page's areas: this component stands in it.
  const areas = () => el.getRootNode().host?.getRootNode().host

  function enlarge(large) {
    areas()?.classList.toggle("large", large)
    root.style.setProperty("--bar", large ? "none" : "")
    root.dataset.large = large ? "yes" : "no"
    if (large && !document.fullscreenElement) root.requestFullscreen?.().catch(() => {})  // a frame may forbid it
    else if (!large && document.fullscreenElement) document.exitFullscreen()
  }
  const isLarge = () => root.dataset.large === "yes"

  const on = (path, kinds) => path.some(part => part.matches?.(kinds))

  function press(event) {
    const path = event.composedPath(), {key} = event
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || help.open) return
    if (on(path, TYPING) || on(path, "[role=dialog], dialog")) return
    if (key === " " && on(path, PRESSING)) return
    if (key.startsWith("Arrow") && on(path, MOVING)) return
    const name = LETTERS[key.length === 1 ? key.toLowerCase() : key]
    if (key === "?") showHelp()
    else if (key === "f" || key === "F") { if (!event.repeat) enlarge(!isLarge()) }
    else if (key === "Escape" && isLarge()) enlarge(false)
    else if (name) {
      event.preventDefault()  // else Space scrolls the page
      if (event.repeat && (name !== "step" || performance.now() - steppedAt < STEP_MS)) return
      steppedAt = performance.now()
      model.send_msg({key: name})
      return
    } else return
    event.preventDefault()
  }

  const left = () => { if (!document.fullscreenElement && isLarge()) enlarge(false) }
  document.addEventListener("keydown", press)
  document.addEventListener("fullscreenchange", left)
  model.on("msg:custom", message => {
    const news = message.data ?? message
    if (news.show === "help" && !help.open) showHelp()
    if (news.show === "large") enlarge(!isLarge())
  })
  model.on("remove", () => {
    document.removeEventListener("keydown", press)
    document.removeEventListener("fullscreenchange", left)
  })
  return help
}
