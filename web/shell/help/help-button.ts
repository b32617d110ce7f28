import { nextTask } from '../../lib/loading/next-task.ts'

/** Delay after the last change before the button is placed. */
const REST_MS = 150
/** Pixels from the lower edge of the window. */
const LOWEST = 12
const STEP = 8
/** The distance of the button from the window's lower edge, for its style sheet. */
const BOTTOM = '--help-bottom'
/** Least distance in pixels, against clicks by mistake. */
const MARGIN = 4

/** Longest time that the search for a place blocks input. */
const SLICE_MS = 4

/** Controls and images that the button must not cover. */
const TAKEN =
  'a, button, input, select, textarea, label, summary, iframe, img, video, canvas, [tabindex="0"], [role=img], .site-header, .pay-bar, .toasts, dialog'
const TYPED =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

/**
 * Places the round help button of narrow windows at the edge, where it covers no text and no control, and
 * hides it while the visitor scrolls down or types. `data-help` on the root is absent while it is hidden,
 * 'edge' where no place is free.
 */
export function placeHelpButton(): void {
  const root = document.documentElement
  let timer = 0
  let lastY = scrollY
  let search = 0

  function settle(): void {
    search += 1
    clearTimeout(timer)
    timer = window.setTimeout(() => void place(), REST_MS)
  }

  function hide(): void {
    delete root.dataset['help']
  }

  async function place(): Promise<void> {
    const own = search
    const button = document.querySelector<HTMLElement>('.help-button')
    const size = button?.offsetHeight ?? 0
    if (!button || size === 0) return
    if (document.activeElement?.matches(TYPED)) {
      hide()
      return
    }
    const isFree = (bottom: number) => isFreeAt(boxAt(bottom, size), button)
    const now = Number.parseFloat(button.style.getPropertyValue(BOTTOM))
    // a visible button does not move without need
    if (root.dataset['help'] === 'free' && isFree(now)) return
    const highest = innerHeight - size
    let bottom = LOWEST
    let since = performance.now()
    while (bottom < highest && !isFree(bottom)) {
      bottom += STEP
      if (performance.now() - since < SLICE_MS) continue
      await nextTask()
      // the page has changed, and another search starts soon
      if (own !== search) return
      since = performance.now()
    }
    const isFound = bottom < highest
    // set on the root it would make the browser compute the styles of the whole page anew
    for (const part of document.querySelectorAll<HTMLElement>('.help-button, .side-help'))
      part.style.setProperty(BOTTOM, `${isFound ? bottom : LOWEST}px`)
    root.dataset['help'] = isFound ? 'free' : 'edge'
  }

  addEventListener(
    'scroll',
    () => {
      if (scrollY > lastY) hide()
      lastY = scrollY
      settle()
    },
    { passive: true },
  )
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(TYPED)) hide()
  })
  for (const change of ['resize', 'load', 'focusin', 'focusout', 'change', 'click', 'toggle'])
    addEventListener(change, settle, { capture: true, passive: true })
  new MutationObserver(settle).observe(document.body, { childList: true, subtree: true })
  settle()
}

/** The box of the button with this distance from the lower edge of the window. */
function boxAt(bottom: number, size: number): DOMRect {
  const right = document.documentElement.clientWidth
  const side = size + 2 * MARGIN
  return new DOMRect(right - side, innerHeight - bottom - size - MARGIN, side, side)
}

function isFreeAt(box: DOMRect, button: Element): boolean {
  const seen = new Set<Element>()
  const step = box.width / 4
  for (let x = box.left + 1; x < box.right; x += step) {
    for (let y = box.top; y <= box.bottom; y += step) {
      const element = document.elementsFromPoint(x, y).find((each) => !button.contains(each))
      if (element) seen.add(element)
    }
  }
  return [...seen].every((element) => !element.closest(TAKEN) && !hasWordsIn(element, box))
}

function hasWordsIn(element: Element, box: DOMRect): boolean {
  return [...element.childNodes]
    .filter((node) => node instanceof Text)
    .flatMap((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return [...range.getClientRects()]
    })
    .some(
      ({ left, right, top, bottom, width }) =>
        width > 0 && left < box.right && right > box.left && top < box.bottom && bottom > box.top,
    )
}
