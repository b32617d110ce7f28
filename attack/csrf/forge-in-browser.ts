import type { BrowserContext, Request } from 'playwright'
import { type AttackRow, createTally } from '../attack.ts'
import { addCookies, addSession, openBrowser } from '../rig/browser.ts'
import { openElsewhere } from '../rig/elsewhere.ts'
import type { Operator } from '../rig/operator.ts'
import type { Target } from '../rig/target.ts'
import { changedTables, digestQuietTables } from './quiet-tables.ts'
import { listUnsafeCalls } from './unsafe-calls.ts'

/** A page on a sister port, to which browsers send the victim's cookies, tosses cookies and posts in every way it can. */
export async function forgeInBrowser(
  target: Target,
  owner: Operator,
  isSmall: boolean,
): Promise<AttackRow> {
  const tally = createTally('CSRF: a page on a sister port')
  await using sister = await openElsewhere()
  await using browser = await openBrowser()
  await using context = await browser.newContext()
  // the console's cookies belong to its own name: its sister is on that one
  await addSession(context, target.url, target.customers[0])
  await addCookies(context, target.consoleOrigin, owner.headers['cookie'] ?? '')
  const before = await digestQuietTables(target.sql)
  const seen = watch(context, [target.url, target.consoleOrigin])
  const calls = listUnsafeCalls().filter((_, at) => !isSmall || at % 6 === 0)
  const page = await context.newPage()
  for (const host of ['127.0.0.1', 'localhost']) {
    const side = host === '127.0.0.1' ? 'shop' : 'console'
    const base = side === 'shop' ? target.url : target.consoleOrigin
    await page.goto(`http://${host}:${sister.port}/`)
    await page.evaluate(TOSS)
    for (const call of calls.filter((each) => each.side === side)) {
      await page.evaluate(forgeries(base + call.path))
    }
  }
  await page.close()
  const answers = await Promise.all(seen)
  tally.count(answers.length)
  const withCookies = answers.filter(({ hasSession }) => hasSession)
  const done = withCookies.filter(
    ({ method, status }) => method === 'POST' && status !== null && status < 400,
  )
  tally.expect(
    withCookies.length > calls.length,
    `cookies went along with ${withCookies.length} alone`,
  )
  tally.expect(done.length === 0, `done: ${done.map(({ url }) => url).join(', ')}`)
  const changed = changedTables(before, await digestQuietTables(target.sql))
  tally.expect(changed.length === 0, `tables have changed: ${changed.join(', ')}`)
  const isIn = await context.request.get(`${target.url}/clients/web/auth/user-info`)
  tally.expect((await isIn.text()).includes('"isLogin":true'), 'the victim is logged out')
  return tally.row(`${withCookies.length} requests bore the victim's session`)
}

interface Answered {
  method: string
  url: string
  status: number | null
  hasSession: boolean
}

function watch(context: BrowserContext, bases: readonly string[]): Promise<Answered>[] {
  const seen: Promise<Answered>[] = []
  context.on('request', (request) => {
    const url = request.url()
    if (bases.some((base) => url.startsWith(base))) seen.push(readAnswered(request))
  })
  return seen
}

/** An answer that the browser keeps from the page has no status: then the tables alone say what was done. */
async function readAnswered(request: Request): Promise<Answered> {
  const { cookie = '' } = await request.allHeaders()
  const response = await request.response()
  return {
    ...{ method: request.method(), url: request.url(), status: response?.status() ?? null },
    hasSession: /__Host-(?:sid|op)=/.test(cookie),
  }
}

const TOSS = `for (const cookie of ['_csrf=evil.evil', '_userInfo=%7B%7D', '__Host-sid=evil; Secure',
  '__Host-pre=evil; Secure', '__Host-op-browser=evil; Secure'])
  for (const path of ['/', '/clients', '/clients/web/auth', '/api'])
    document.cookie = cookie + '; path=' + path`

/** In a page: posts to this address by fetch, beacon, image and forms. */
function forgeries(address: string): string {
  return `(async () => {
    const address = ${JSON.stringify(address)}
    const tries = ['text/plain', 'application/x-www-form-urlencoded'].map(type => fetch(address, {
      method: 'POST', mode: 'no-cors', credentials: 'include', headers: { 'content-type': type }, body: '{}' }))
    tries.push(fetch(address, { method: 'POST', credentials: 'include', body: '{}',
      headers: { 'content-type': 'application/json', 'x-csrf-token': 'evil.evil', 'x-console-csrf': 'evil' } }))
    tries.push(fetch(address, { mode: 'no-cors', credentials: 'include' }))
    navigator.sendBeacon(address, new Blob(['{}'], { type: 'text/plain' }))
    await Promise.allSettled(tries)
    await new Promise(done => {
      const image = new Image()
      image.onload = image.onerror = done
      image.src = address
    })
    for (const type of ['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      const frame = document.createElement('iframe')
      frame.name = 'f' + Math.random()
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: address, enctype: type, target: frame.name })
      const field = document.createElement('input')
      Object.assign(field, { name: '{"a":"', value: '"}' })
      form.append(field)
      document.body.append(frame, form)
      const loaded = new Promise(done => { frame.onload = done; setTimeout(done, 3000) })
      form.submit()
      await loaded
      frame.remove()
      form.remove()
    }
  })()`
}
