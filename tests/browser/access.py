"""What a browser knows of names, focus and colours on the page, shadow roots included."""

WALK = """
  const all = root => [...root.querySelectorAll('*')].flatMap(el => [el, ...(el.shadowRoot ? all(el.shadowRoot) : [])])
  const above = el => {
    const parent = el.assignedSlot ?? el.parentNode
    return parent instanceof ShadowRoot ? parent.host : parent
  }
"""

UNNAMED = f"""() => {{
  {WALK}
  const words = el => el?.textContent?.trim()
  const name = el => el.getAttribute('aria-label') || el.title ||
    (el.getAttribute('aria-labelledby') ?? '').split(' ').some(id => words(el.getRootNode().getElementById(id))) ||
    [...(el.labels ?? [])].some(words) || words(el)
  return all(document)
    .filter(el => el.matches('button, a[href], input, select, textarea, summary, [tabindex], [role=combobox]'))
    .filter(el => el.checkVisibility() && el.tabIndex >= 0 && !el.closest('[aria-hidden=true]'))
    .filter(el => !el.matches('.MuiSelect-nativeInput') && !name(el))
    .map(el => el.outerHTML.slice(0, 200))
}}"""
"""Parts that the keyboard reaches and that have no name."""

FOCUSED = """() => {
  let el = document.activeElement
  while (el?.shadowRoot?.activeElement) el = el.shadowRoot.activeElement
  const label = el.getAttribute('aria-label') || [...(el.labels ?? [])].map(label => label.textContent).join() ||
    (el.getAttribute('aria-labelledby') ?? '').split(' ')
      .map(id => el.getRootNode().getElementById(id)?.textContent ?? '').join(' ') || el.textContent
  return label.trim().replace(/[\\s\\u200b]+/g, ' ')
}"""
"""The name of the part that has the focus."""

PALE = f"""() => {{
  {WALK}
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', {{willReadFrequently: true}})
  const known = new Map()
  const channels = colour => {{
    if (!known.has(colour)) {{
      canvas.clearRect(0, 0, 1, 1)
      canvas.fillStyle = colour
      canvas.fillRect(0, 0, 1, 1)
      const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data
      known.set(colour, [r, g, b, a / 255])
    }}
    return known.get(colour)
  }}
  const over = (top, below) => [0, 1, 2].map(k => top[3] * top[k] + (1 - top[3]) * below[k])
  const behind = el => {{
    const layers = []
    for (; el && el !== document; el = above(el)) {{
      if (!(el instanceof Element)) continue
      const colour = channels(getComputedStyle(el).backgroundColor)
      if (colour[3]) layers.push(colour)
      if (colour[3] > 0.99) break
    }}
    return layers.reduceRight((below, top) => over(top, below), [255, 255, 255])
  }}
  const light = colour => [0.2126, 0.7152, 0.0722].reduce((sum, part, k) => {{
    const c = colour[k] / 255
    return sum + part * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  }}, 0)
  const pale = []
  let seen = 0
  for (const el of all(document)) {{
    if (![...el.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue
    if (!el.checkVisibility({{opacityProperty: true, visibilityProperty: true}})) continue
    if (el.closest('style, script, [aria-hidden=true], :disabled, .Mui-disabled, option')) continue
    const style = getComputedStyle(el), size = parseFloat(style.fontSize)
    if (!el.getBoundingClientRect().width) continue
    const ground = behind(el), [a, b] = [light(over(channels(style.color), ground)), light(ground)]
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
    const large = size >= 24 || (size >= 18.66 && +style.fontWeight >= 700)
    seen++
    if (ratio < (large ? 3 : 4.5)) pale.push([el.textContent.trim().slice(0, 40), ratio.toFixed(2), style.color])
  }}
  return {{seen, pale}}
}}"""
"""How many texts there are, and those whose contrast is below WCAG's AA; texts of disabled controls do not count."""
