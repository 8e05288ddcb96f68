"""Where everything on the page is: the boxes of its controls, cards and pictures, shadow roots included."""

BOXES = """() => {
  const kinds = 'button, input, textarea, select, summary, canvas[data-testid], [role=slider], [role=combobox], ' +
    '.bk-Figure, h2, p, .card, .readout, [role=status]'
  const boxes = {}
  const seek = (root, path) => {
    let k = 0
    for (const el of root.querySelectorAll('*')) {
      const here = `${path}/${el.localName}.${k++}`
      if (el.matches(kinds) && el.checkVisibility()) {
        const {left, top, width, height} = el.getBoundingClientRect()
        const round = length => Math.round(10 * length) / 10
        boxes[here] = [left, top, width, height].map(round)
      }
      if (el.shadowRoot && !el.matches('.bk-Figure')) seek(el.shadowRoot, here)
    }
  }
  seek(document, '')
  return boxes
}"""


def boxes(page):
    """[left, top, width, height] in CSS pixels of each visible part by its place in the tree."""
    return page.evaluate(BOXES)
