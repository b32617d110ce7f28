import type { Page } from '@playwright/test'

/** Lines of the page that begin with closing punctuation, each by its words; closed answers are opened. */
export function misbrokenLines(page: Page): Promise<string[]> {
  return page.evaluate(findMisbrokenLines)
}

interface Glyph {
  rect: DOMRect
  block: Element | null
}

/** Runs in the page. */
function findMisbrokenLines(): string[] {
  const CLOSING = /[，。、；：？！）》」』】”’…％]/u
  for (const details of document.querySelectorAll('details')) details.open = true
  const found: string[] = []
  let last: Glyph | undefined
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const parent = node.parentElement
    const text = node.textContent ?? ''
    if (!parent || !isRead(parent) || text.trim() === '') continue
    const block = blockOf(parent)
    for (let at = 0; at < text.length; at += 1) {
      const rect = rectOf(node, at)
      if (!rect) continue
      const begins = last?.block !== block || rect.top >= last.rect.bottom - last.rect.height / 3
      if (CLOSING.test(text[at]!) && begins) {
        found.push(
          `${parent.className || parent.tagName}: ${text.slice(Math.max(0, at - 12), at)}⏎${text.slice(at, at + 6)}`,
        )
      }
      last = { rect, block }
    }
  }
  return found

  function isRead(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    if (element.closest('script, style, noscript, svg, pre')) return false
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }

  /** The box whose lines the words of this element stand in. */
  function blockOf(element: Element): Element | null {
    let box: Element | null = element
    while (box && getComputedStyle(box).display.startsWith('inline')) box = box.parentElement
    return box
  }

  function rectOf(node: Node, at: number): DOMRect | undefined {
    const range = document.createRange()
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return [...range.getClientRects()].find(({ width }) => width > 0)
  }
}
