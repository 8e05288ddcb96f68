"""Cards as a visitor handles them: the ledger's switch, hide, enlarge, choose; pictures that move."""

import re

from playwright.sync_api import expect


def card(page, title):
    return page.locator(".card").filter(has=page.get_by_role("heading", name=title, exact=True))


def test_the_ledger_switches_between_the_identities(visit):
    page = visit("/?view=page&charts=energy")
    ledger = card(page, "Energy ledger")
    expect(ledger.get_by_text("by tokens", exact=True)).to_be_visible()
    page.get_by_role("button", name="(b) De Giorgi").click()
    expect(ledger.get_by_text("by speed and slope", exact=True)).to_be_visible()
    expect(ledger.get_by_text("by tokens", exact=True)).to_have_count(0)
    page.get_by_role("button", name="(c) published").click()
    expect(ledger.get_by_text("by G²", exact=True)).to_be_visible()
    page.wait_for_function(f"() => ({DRAWN})().includes('signed_published')")
    assert not {"transport_work", "part_of_defect"} & set(page.evaluate(DRAWN))


def test_cards_are_hidden_chosen_and_enlarged_and_the_address_keeps_them(visit):
    page = visit("/?charts=energy,slope")
    page.get_by_role("button", name="Hide Energy ledger").click()
    expect(card(page, "Energy ledger")).to_be_hidden()
    page.wait_for_url(re.compile(r"charts=slope(&|$)"))
    page.get_by_role("button", name="Choose charts").click()
    page.get_by_role("checkbox", name="Similarity of tokens").check()
    page.wait_for_url(re.compile(r"charts=slope,similarity(&|$)"))
    expect(card(page, "Similarity of tokens")).to_be_visible()
    slope = card(page, "Slope and speed")
    before = slope.bounding_box()["height"]
    page.get_by_role("button", name="Enlarge Slope and speed").click()
    expect(page.get_by_role("button", name="Shrink Slope and speed")).to_be_visible()
    page.wait_for_timeout(500)
    assert slope.bounding_box()["height"] > 1.4 * before


DRAWN = """() => [...Bokeh.documents[0]._all_models.values()]
  .filter(model => model.type === 'GlyphRenderer' && model.visible && model.glyph.type === 'Line')
  .map(model => model.glyph.y.field)"""

COLOURS = """card => {
  const found = new Set(), seek = root => {
    for (const el of root.querySelectorAll('*')) {
      if (el.localName === 'canvas' && el.width > 100) {
        const {data} = el.getContext('2d').getImageData(0, 0, el.width, el.height)
        for (let p = 0; p < data.length; p += 4) if (data[p + 3] > 200) found.add(data.slice(p, p + 3).join())
      }
      if (el.shadowRoot) seek(el.shadowRoot)
    }
  }
  seek(card.shadowRoot || card)
  return found.size
}"""


def test_matrices_and_the_river_have_their_colours_on_the_page(visit):
    """A matrix that is not drawn has one colour; that of 200 tokens has the shades of its cosines."""
    page = visit("/?charts=river,similarity,attention,head,eigenvalues&play=yes")
    for title in ("Similarity of tokens", "Attention of a head"):
        page.wait_for_function(f"card => ({COLOURS})(card) > 100", arg=card(page, title).element_handle())
    page.wait_for_function(
        f"card => ({COLOURS})(card) > 6", arg=card(page, "River of clusters").element_handle()
    )
