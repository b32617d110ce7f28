import { setTimeout as delay } from 'node:timers/promises'

/** What an engine's client has to be able to do. */
export interface Driver {
  goto(url: string): Promise<void>
  /** The value of an expression in the page. */
  evaluate(expression: string): Promise<unknown>
  /** Clicks the element that `[data-marked]` matches, as a mouse does. */
  clickMarked(): Promise<void>
  /** Types into the element that `[data-marked]` matches. */
  typeMarked(text: string): Promise<void>
  /** Writes a PNG of what the window shows. */
  shot(file: string): Promise<void>
  /** Errors of the page since the last call. */
  errors(): string[]
  close(): Promise<void>
}

interface Target {
  /** Its label or its text; `…` at one end stands for any more. */
  words?: string
  css?: string
  /** Only within the first element that this matches. */
  within?: string
}

/** A page of any engine, used by what its visitor reads. */
export interface BrowserPage extends Pick<Driver, 'goto' | 'shot' | 'errors' | 'close'> {
  /** Runs a function that uses nothing but its arguments in the page. */
  evaluate<A extends readonly unknown[], R>(run: (...args: A) => R, ...args: A): Promise<R>
  /** Replaces the value of the field with this label. */
  fill(label: string, value: string): Promise<void>
  /** Presses the first visible button, link or summary with these words. */
  press(words: string, options?: Omit<Target, 'words'>): Promise<void>
  /** Clicks the first visible element that this selector matches. */
  click(css: string): Promise<void>
  /** Waits until the page shows these words. */
  until(words: string, limitMs?: number): Promise<void>
  /** Waits until a function that uses nothing of its surroundings returns true in the page. */
  untilTrue(what: string, test: () => boolean): Promise<void>
  /** Waits until the address begins with this. */
  untilAt(url: string, limitMs?: number): Promise<void>
  /** The visible text, spaces made one. */
  text(css: string): Promise<string>
  /** The address, and the beginning of what stands there. */
  where(): Promise<string>
}

const LIMIT_MS = 40_000
const POLL_MS = 100
const ANSWER_LIMIT_MS = 15_000
const PRESSABLE = 'button, a, summary, [role=button], [role=option], [role=menuitem]'
const FILLABLE = 'input, textarea'

export function createPage(driver: Driver): BrowserPage {
  async function evaluate<A extends readonly unknown[], R>(
    run: (...args: A) => R,
    ...args: A
  ): Promise<R> {
    const call = `(${String(run)})(...${JSON.stringify(args)})`
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the function returns, by way of JSON
    return (await withinLimit(driver.evaluate(call))) as R
  }

  /** Asks until the answer is neither null nor false: a document that leaves takes its answers with it. */
  async function ask<A extends readonly unknown[], R>(
    what: string,
    limitMs: number,
    run: (...args: A) => R,
    ...args: A
  ): Promise<NonNullable<R>> {
    let problem = ''
    for (const end = Date.now() + limitMs; Date.now() < end; await delay(POLL_MS)) {
      try {
        const answer = await evaluate(run, ...args)
        if (answer !== null && answer !== undefined && answer !== false) return answer
      } catch (error) {
        problem = ` (${String(error).slice(0, 200)})`
      }
    }
    throw new Error(`${what} not found${problem}`)
  }

  async function where(): Promise<string> {
    const url = await evaluate(() => location.href).catch(() => 'no address')
    const parts = [await text('[role=alert]'), await text('main')]
    return [url, ...parts.map((part) => part.slice(0, 160)).filter(Boolean)].join(': ')
  }

  async function text(css: string): Promise<string> {
    const read = (selector: string) => document.querySelector<HTMLElement>(selector)?.innerText
    const found = await evaluate(read, css).catch(() => '')
    return (found ?? '').replace(/\s+/g, ' ').trim()
  }

  /** Marks the element when it stands still. */
  async function mark(target: Target): Promise<void> {
    const { words = '', css = PRESSABLE, within = 'body' } = target
    const what = words === '' ? css : `“${words}”`
    let before = ''
    for (let count = 0; count < LIMIT_MS / POLL_MS; count += 1) {
      const place = await ask(what, LIMIT_MS, markElement, words, css, within)
      if (place === before) return
      before = place
      await delay(POLL_MS)
    }
    throw new Error(`${what} does not stand still`)
  }

  async function click(target: Target): Promise<void> {
    await mark(target)
    await driver.clickMarked()
  }

  return {
    goto: (url) => driver.goto(url),
    evaluate,
    shot: (file) => driver.shot(file),
    errors: () => driver.errors(),
    close: () => driver.close(),
    text,
    where,
    press: (words, options) => click({ ...options, words }),
    click: (css) => click({ css }),
    async fill(label, value) {
      await click({ words: label, css: FILLABLE })
      await evaluate(() => document.querySelector<HTMLInputElement>('[data-marked]')?.select())
      await driver.typeMarked(value)
      await ask(`${label} with its value`, LIMIT_MS, hasMarkedValue, value)
    },
    async until(words, limitMs = LIMIT_MS) {
      const has = (wanted: string) =>
        document.body.innerText.replace(/\s+/g, '').includes(wanted.replace(/\s+/g, ''))
      await ask(`“${words}”`, limitMs, has, words)
    },
    async untilTrue(what, test) {
      await ask(what, LIMIT_MS, test)
    },
    async untilAt(url, limitMs = LIMIT_MS) {
      await ask(url, limitMs, (start: string) => location.href.startsWith(start), url)
    },
  }
}

/** Marks the first visible element with these words and brings it into view; returns its place. */
function markElement(words: string, css: string, within: string): string | null {
  const textOf = (node: Element | null) => (node?.textContent ?? '').replace(/\s+/g, ' ').trim()
  const part = words.replaceAll('…', '')
  const isMeant = (name: string) => {
    if (words.endsWith('…')) return name.startsWith(part)
    return words.startsWith('…') ? name.endsWith(part) : name === words
  }
  const element = [...(document.querySelector(within)?.querySelectorAll(css) ?? [])].find(
    (each) => {
      const { width, height } = each.getBoundingClientRect()
      if (width === 0 || height === 0 || getComputedStyle(each).visibility === 'hidden')
        return false
      if (words === '') return true
      const labels = [
        ...(each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement
          ? (each.labels ?? [])
          : []),
      ].map(textOf)
      return [each.getAttribute('aria-label') ?? '', textOf(each), ...labels].some(isMeant)
    },
  )
  if (element === undefined) return null
  for (const old of document.querySelectorAll('[data-marked]')) old.removeAttribute('data-marked')
  element.setAttribute('data-marked', '')
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return [x, y, width, height].map(Math.round).join(' ')
}

/** Card numbers and dates are shown in groups. */
function hasMarkedValue(wanted: string): boolean {
  const bare = (value: string) => value.replace(/[\s/]/g, '')
  const field = document.querySelector<HTMLInputElement>('[data-marked]')
  return field !== null && bare(field.value) === bare(wanted)
}

async function withinLimit<T>(answer: Promise<T>): Promise<T> {
  const late = delay(ANSWER_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new Error('no answer from the page')
  })
  return Promise.race([answer, late])
}
