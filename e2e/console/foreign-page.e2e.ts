import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { consoleUrl, signInAs } from '../fixtures/console/colleague.ts'
import { expect, test } from '../fixtures/test.ts'

test('console: another port of this host and a script injected into the shop reach nothing with the operator’s session', async ({
  browser,
  baseURL,
}) => {
  await using foreign = await serveForeignPage()
  // as if the shop's own policy let the script through
  await using context = await browser.newContext({ bypassCSP: true })
  const work = await context.newPage()
  const { email } = await signInAs(work, baseURL, 'owner')
  const hostile = await context.newPage()
  const reached = recordReached(hostile, consoleUrl(baseURL))
  for (const url of [foreign.url, `${baseURL}/plans`]) {
    await hostile.goto(url)
    expect(
      await hostile.evaluate(attackFromPage, { origin: consoleUrl(baseURL), user: email }),
    ).toEqual([])
  }
  await navigateByForm(hostile, `${consoleUrl(baseURL)}/api/console/sign-out`)

  const answers = await Promise.all(reached)
  // the cookie comes along: it alone would protect nothing
  for (const method of ['GET', 'POST'])
    expect(answers).toContainEqual(expect.objectContaining({ method, hasSession: true }))
  const allowed = answers.filter(
    ({ method, status }) => status !== (method === 'OPTIONS' ? 404 : 403),
  )
  expect(allowed).toEqual([])

  await work.goto(`${consoleUrl(baseURL)}/audit?operator=${email}`)
  await expect(work.getByRole('button', { name: '别的网页冒用登录' }).first()).toBeVisible()
  await expect(work.getByRole('button', { name: '调整积分' })).toHaveCount(0)
  await expect(work.getByRole('button', { name: '退出控制台' })).toHaveCount(0)
})

interface Reached {
  method: string
  path: string
  status: number
  /** The browser has sent the session's cookie with it. */
  hasSession: boolean
}

/** The answers of the console’s calls to this page and its frames, from now on. */
function recordReached(page: Page, origin: string): Promise<Reached>[] {
  const reached: Promise<Reached>[] = []
  page.on('response', (response) => {
    const { pathname: path, origin: to } = new URL(response.url())
    if (to !== origin) return
    const request = response.request()
    const answer = { method: request.method(), path, status: response.status() }
    reached.push(
      request.allHeaders().then(({ cookie = '' }) => ({
        ...answer,
        hasSession: cookie.includes('-Host-op='),
      })),
    )
  })
  return reached
}

/** Runs in a hostile page: tries to read, and to act. Returns what it could read. */
async function attackFromPage({
  origin,
  user,
}: {
  origin: string
  user: string
}): Promise<string[]> {
  const adjustment = { command: 'users credit', given: { user, give: '500', reason: 'x' } }
  const posts: [string, string][] = [
    ['/api/console/sign-out', '{}'],
    ['/api/console/security/recovery-codes', '{}'],
    ['/api/console/actions', JSON.stringify({ ...adjustment, mark: null })],
  ]
  const read: string[] = []
  for (const path of ['/api/console/session', '/api/console/audit']) {
    await tryFetch(path, {})
    await tryFetch(path, { mode: 'no-cors' })
    await loadFrame((frame) => {
      frame.src = origin + path
    })
  }
  for (const [path, body] of posts) {
    const headers = { 'content-type': 'application/json', 'x-console-csrf': 'A'.repeat(43) }
    await tryFetch(path, { method: 'POST', body, headers })
    await tryFetch(path, { method: 'POST', body, mode: 'no-cors' })
    await loadFrame((frame) => {
      const form = document.createElement('form')
      const sent = { method: 'post', action: origin + path, enctype: 'text/plain' }
      Object.assign(form, sent, { target: frame.name })
      const field = document.createElement('input')
      // JSON as a form can write it
      Object.assign(field, { name: `${body.slice(0, -1)},"x":"`, value: '"}' })
      form.append(field)
      document.body.append(form)
      form.submit()
    })
  }
  return read

  async function tryFetch(path: string, init: RequestInit): Promise<void> {
    try {
      const answer = await fetch(origin + path, { credentials: 'include', ...init })
      const text = await answer.text()
      if (text !== '') read.push(text)
    } catch {
      // refused by the browser
    }
  }

  /** Waits until the new frame has loaded what `begin` sends it to. */
  async function loadFrame(begin: (frame: HTMLIFrameElement) => void): Promise<void> {
    const frame = document.createElement('iframe')
    frame.name = `frame-${crypto.randomUUID()}`
    document.body.append(frame)
    await new Promise((resolve) => {
      frame.addEventListener('load', resolve)
      begin(frame)
    })
  }
}

/** Leaves the page by a form, as a link in a mail would. */
async function navigateByForm(page: Page, action: string): Promise<void> {
  const answered = page.waitForResponse(action)
  await page.evaluate((to) => {
    const form = document.createElement('form')
    Object.assign(form, { method: 'post', action: to })
    document.body.append(form)
    form.submit()
  }, action)
  expect((await answered).status()).toBe(403)
}

interface ForeignPage extends AsyncDisposable {
  url: string
}

/** Serves an empty page without any rule of ours on another port of this very host. */
async function serveForeignPage(): Promise<ForeignPage> {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end('<!doctype html><html lang="zh"><title>elsewhere</title><body></body></html>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a TCP port
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
