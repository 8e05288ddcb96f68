// The run as a line: a native slider, so that a hand, the keyboard and a screen reader move it as they move any other.
// While it is held the run does not move it.

const SEND_MS = 60  // between two places sent while it is dragged

export function render({model}) {
  const line = document.createElement("div")
  line.className = "line"
  line.innerHTML =
    '<label for="time">Time</label><div class="rail"><div class="marks"></div>' +
    '<input id="time" type="range" min="0" max="1" step="any" value="0" aria-label="Time"></div><span class="at" aria-hidden="true"></span>'
  const [slider, marks, output] = ["input", ".marks", ".at"].map(part => line.querySelector(part))
  let held = false, sentAt = 0, waiting = 0

  const digits = time => time.toFixed(2)

  function show(time) {
    const end = Math.max(model.end, 1e-9)
    slider.max = end
    slider.value = time
    slider.disabled = model.end === 0
    slider.style.setProperty("--part", `${100 * time / end}%`)
    output.textContent = `${digits(time)} of ${digits(model.end)}`
    slider.setAttribute("aria-valuetext", `t = ${digits(time)} of ${digits(model.end)}`)
  }

  function showMarks() {
    marks.replaceChildren(...model.marks.filter(time => time <= model.end).map(time => {
      const mark = document.createElement("i")
      mark.style.left = `${100 * time / Math.max(model.end, 1e-9)}%`
      return mark
    }))
  }

  const follow = () => held || show(model.time)

  function send() {
    clearTimeout(waiting)
    waiting = 0
    sentAt = performance.now()
    model.send_msg({seek: slider.valueAsNumber})
  }

  slider.oninput = () => {
    show(slider.valueAsNumber)
    waiting ||= setTimeout(send, Math.max(0, sentAt + SEND_MS - performance.now()))
  }
  slider.onpointerdown = () => { held = true }
  slider.onpointerup = slider.onpointercancel = slider.onblur = () => { held = false }
  slider.onchange = send

  model.on("time", follow)
  model.on("end", () => { follow(); showMarks() })
  model.on("marks", showMarks)
  show(model.time)
  showMarks()
  return line
}
