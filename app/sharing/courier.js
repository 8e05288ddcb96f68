// Carries what leaves the page, texts to the clipboard and files to the disk, and brings in a chosen file.

// The clipboard of a page that came by plain http from another machine is closed; a selected text field's is not.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const field = document.createElement("textarea")
    field.value = text
    field.style.cssText = "position:fixed;opacity:0"
    document.body.append(field)
    field.focus({preventScroll: true})
    field.select()
    const done = document.execCommand("copy")
    field.remove()
    return done
  }
}

function save(name, blob) {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60000)
}

// The sphere's canvas, in whichever shadow root the page keeps it.
function sphere(root = document) {
  const found = root.querySelector("canvas[data-testid=sphere]")
  if (found) return found
  for (const element of root.querySelectorAll("*")) {
    const inside = element.shadowRoot && sphere(element.shadowRoot)
    if (inside) return inside
  }
  return null
}

function picture(background) {
  const canvas = sphere(), sheet = document.createElement("canvas")
  sheet.width = canvas.width
  sheet.height = canvas.height
  const context = sheet.getContext("2d")
  context.fillStyle = background
  context.fillRect(0, 0, sheet.width, sheet.height)
  context.drawImage(canvas, 0, 0)
  return new Promise(done => sheet.toBlob(done, "image/png"))
}

export function render({model}) {
  let parts = [], longest = 0
  const chooser = document.createElement("input")
  chooser.type = "file"
  chooser.tabIndex = -1
  chooser.setAttribute("aria-label", "File to load")
  chooser.style.cssText = "position:absolute;width:1px;height:1px;opacity:0;pointer-events:none"
  chooser.onchange = async () => {
    const [file] = chooser.files
    chooser.value = ""  // so that the same file can be chosen again
    const bytes = new Uint8Array(await file.slice(0, longest).arrayBuffer())
    model.send_msg({opened: Array.from(bytes, byte => String.fromCharCode(byte)).join(""), size: file.size})
  }
  model.on("msg:custom", async message => {
    const news = message.data ?? message
    if (news.text !== undefined) {
      const text = news.query ? location.origin + location.pathname + news.text : news.text
      model.send_msg({copied: await copy(text), text})
    } else if (news.part !== undefined) {
      if (news.first) parts = []
      parts.push(new Uint8Array(news.part.buffer ?? news.part).slice())
      if (news.last) save(news.name, new Blob(parts, {type: news.kind}))
      model.send_msg({arrived: news.number})
    } else if (news.picture) save(news.picture, await picture(news.background))
    else if (news.show) chooser.getRootNode().host.parentNode.host.scrollIntoView({block: "start"})
    else if (news.open) {
      longest = news.open
      chooser.click()
    } else if (news.camera) {
      const {yaw, pitch, roll, zoom} = sphere()?.camera ?? {}
      model.send_msg({camera: {yaw, pitch, roll, zoom}})
    }
  })
  return chooser
}
