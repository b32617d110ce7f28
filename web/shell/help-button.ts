import { nextTask } from '../lib/next-task.ts'

/** So long after the last change of what is seen the button looks for its place. */
const REST_MS = 150
/** From the window's lower edge upwards, in pixels. */
const LOWEST = 12
const STEP = 8
/** The distance of the button from the window's lower edge, for its style sheet. */
const BOTTOM = '--help-bottom'
/** What lies so near would be hit by mistake. */
const MARGIN = 4

/** So long at most the search for a place lets a touch wait. */
const SLICE_MS = 4

/** Whatever is pressed or looked at; what stands fast in the window keeps its place whole. */
const TAKEN =
  'a, button, input, select, textarea, label, summary, iframe, img, video, canvas, [tabindex="0"], [role=img], .site-header, .pay-bar, .toasts, dialog'
const TYPED =
  'textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit])'

/**
 * Narrow windows have no room beside the page. The round help button stands at the edge where it covers
 * no words and no control, and stands back while the reader scrolls down or types. `data-help` on the
 * root says where it is: absent while it stands back, 'edge' where no place is free.
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

  function standBack(): void {
    delete root.dataset['help']
  }

  async function place(): Promise<void> {
    const own = search
    const button = document.querySelector<HTMLElement>('.help-button')
    const size = button?.offsetHeight ?? 0
    if (!button || size === 0) return
    if (document.activeElement?.matches(TYPED)) {
      standBack()
      return
    }
    const isFree = (bottom: number) => isFreeAt(boxAt(bottom, size), button)
    const now = Number.parseFloat(button.style.getPropertyValue(BOTTOM))
    // a button that is seen does not move without need
    if (root.dataset['help'] === 'free' && isFree(now)) return
    const highest = innerHeight - size
    let bottom = LOWEST
    let since = performance.now()
    while (bottom < highest && !isFree(bottom)) {
      bottom += STEP
      if (performance.now() - since < SLICE_MS) continue
      await nextTask()
      // something has changed meanwhile, and another search begins soon
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
      if (scrollY > lastY) standBack()
      lastY = scrollY
      settle()
    },
    { passive: true },
  )
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(TYPED)) standBack()
  })
  for (const change of ['resize', 'load', 'focusin', 'focusout', 'change', 'click', 'toggle'])
    addEventListener(change, settle, { capture: true, passive: true })
  new MutationObserver(settle).observe(document.body, { childList: true, subtree: true })
  settle()
}

/** Where the button stands with its lower edge so far above the window's. */
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
