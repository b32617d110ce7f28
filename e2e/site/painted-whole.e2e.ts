import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { bootPage } from '../fixtures/boot-page.ts'
import { listShifts } from '../fixtures/layout-shift.ts'
import { expect, test } from '../fixtures/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** After what a document is cut: in the middle of rows that are centred or end at the right. */
const CUTS: Record<string, readonly string[]> = {
  '/': ['充值中心</span>', '<h1>', '<div class="actions">', '<p class="hero-note">'],
  '/plans': ['充值中心</span>', '<h1 id="calc">', '<div class="calc-sum" aria-live="polite">'],
}

test('page that arrives in pieces does not move', async ({ page, baseURL }) => {
  test.slow()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const [path, cuts] of Object.entries(CUTS)) {
      await using slow = await serveInPieces(baseURL!, cuts)
      const opened = page.goto(slow.url + path, { waitUntil: 'load' })
      for (const at of cuts.keys()) {
        await page.waitForFunction(
          (mark) => document.documentElement.innerHTML.includes(mark),
          cutMark(path, at),
        )
        await untilPainted(page)
        slow.sendOn()
      }
      await opened
      await untilPainted(page)
      await expect(page.locator('.site-entry')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // the app starts by itself after a while: here, while its files can still be fetched
      await bootPage(page)
      expect(await listShifts(page), `${path} at ${width}`).toEqual([])
      await page.goto('about:blank')
    }
  }
})

interface SlowShop extends AsyncDisposable {
  url: string
  /** Sends the next piece of the document. */
  sendOn(): void
}

/** The shop's pages on another port; their document stops after the first of each of these texts until it is sent on. */
async function serveInPieces(shopUrl: string, cuts: readonly string[]): Promise<SlowShop> {
  let sendOn = Promise.withResolvers<void>()
  async function answerTo(path: string, answer: ServerResponse): Promise<void> {
    const given = await fetch(shopUrl + path)
    const type = given.headers.get('content-type') ?? ''
    answer.writeHead(given.status, { 'content-type': type })
    if (!type.startsWith('text/html')) return void answer.end(await given.bytes())
    let rest = await given.text()
    for (const [at, cut] of cuts.entries()) {
      if (!rest.includes(cut)) throw new Error(`${path} has no ${cut} there`)
      const end = rest.indexOf(cut) + cut.length
      answer.write(rest.slice(0, end) + cutMark(path, at))
      rest = rest.slice(end)
      await sendOn.promise
      sendOn = Promise.withResolvers()
    }
    answer.end(rest)
  }
  const server = createServer(
    (request, answer) =>
      void answerTo(request.url!, answer).catch((error: Error) => answer.destroy(error)),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a TCP port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    sendOn: () => sendOn.resolve(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const cutMark = (path: string, cut: number) => `<!--${path} ${cut}-->`

/** What stands in the page has been painted. */
function untilPainted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}
