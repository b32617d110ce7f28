import { expect, type Page } from '@playwright/test'

/** Beyond the fields, buttons and links: boxes that scroll take the focus too, and the window's end does once. */
const SPARE = 6

/**
 * Goes through the page by Tab alone: every link, button and field is reached, in the order of the
 * document, in sight and visibly; and nothing holds the focus.
 */
export async function walkByTab(page: Page): Promise<void> {
  const count = await page.evaluate(beginWalk)
  for (let pressed = 0; pressed < count + SPARE; pressed += 1) await page.keyboard.press('Tab')
  expect(await page.evaluate(endWalk), `by keyboard, ${page.url()}`).toEqual({
    unreached: [],
    unseen: [],
    hidden: [],
    disordered: [],
    comesRound: true,
  })
}

interface Stop {
  element: Element
  look: string
  isInSight: boolean
}

interface Walk {
  stops: Stop[]
  lookOf: (element: Element) => string
  stations: () => Element[]
}

/** Runs in the page: notes at every Tab where the focus has been until then. Answers how many stops there should be. */
function beginWalk(): number {
  const stops: Stop[] = []
  const walk: Walk = { stops, lookOf, stations }
  Reflect.set(window, 'tabWalk', walk)
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  scrollTo(0, 0)
  addEventListener('keydown', ({ key }) => key === 'Tab' && note(), true)
  return stations().length

  function note(): void {
    const element = document.activeElement
    if (!element || element === document.body || element === document.documentElement) return
    stops.push({ element, look: lookOf(element), isInSight: isInSight(element) })
  }

  /** Of a group of radios only the chosen one is a stop; arrows lead to the others. */
  function stations(): Element[] {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    )
    return [...all].filter((element) => {
      if (element.matches(':disabled, [tabindex="-1"]') || !isShown(element)) return false
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      return element.checked || !chosenOf(element.name)
    })
  }

  function chosenOf(group: string): Element | null {
    return document.querySelector(`input[type=radio][name="${CSS.escape(group)}"]:checked`)
  }

  function isShown(element: Element): boolean {
    return element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
  }

  /** What may tell of the focus: the element's own dress, its label's, or that of the parts around it. */
  function lookOf(element: Element): string {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    const around = [element.parentElement, element.parentElement?.parentElement]
    const next = element.nextElementSibling
    return [element, ...labels, ...around, next].map(dressOf).join()
  }

  function dressOf(element: Element | null | undefined): string {
    if (!element) return ''
    const { outline, outlineStyle, boxShadow, borderColor, backgroundColor, translate } =
      getComputedStyle(element)
    // one that is not drawn has a width all the same
    const drawn = outlineStyle === 'none' ? outlineStyle : outline
    return [drawn, boxShadow, borderColor, backgroundColor, translate].join('/')
  }

  /** Some of it, or of what stands for it, is in the window and under nothing else. */
  function isInSight(element: Element): boolean {
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return [element, ...labels].some((box) =>
      [...box.getClientRects()].some((rect) =>
        [0.1, 0.5, 0.9].some((down) =>
          [0.1, 0.5, 0.9].some((right) => isOnTop(box, rect, right, down)),
        ),
      ),
    )
  }

  function isOnTop(box: Element, rect: DOMRect, right: number, down: number): boolean {
    const { left, top, width, height } = rect
    const found = document.elementFromPoint(left + width * right, top + height * down)
    return found !== null && (box.contains(found) || found.contains(box))
  }
}

/** Runs in the page: what was wrong with the walk. */
function endWalk() {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- beginWalk has put it there
  const { stops, lookOf, stations } = Reflect.get(window, 'tabWalk') as Walk
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const reached = new Set(stops.map(({ element }) => element))
  const round = [...reached]
  // the walk begins where the focus was last, and goes round
  const start = round.findIndex((element) => round.every((other) => !isBefore(other, element)))
  const inOrder = [...round.slice(start), ...round.slice(0, start)]
  return {
    unreached: stations()
      .filter((element) => !reached.has(element))
      .map(nameOf),
    unseen: stops
      .filter(({ element, look }) => look === lookOf(element))
      .map(({ element }) => nameOf(element)),
    hidden: stops.filter(({ isInSight }) => !isInSight).map(({ element }) => nameOf(element)),
    disordered: inOrder.filter((element, at) => isBefore(element, inOrder[at - 1])).map(nameOf),
    comesRound: stops.length > reached.size,
  }

  function isBefore(element: Element, other: Element | undefined): boolean {
    if (!other) return false
    return (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  }

  function nameOf(element: Element): string {
    const text = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 30)
    return `${element.tagName.toLowerCase()} ${element.getAttribute('name') ?? ''} ${text}`
  }
}
