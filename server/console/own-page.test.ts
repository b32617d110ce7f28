import { expect, test } from 'vitest'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { CONSOLE_URL, startTestConsole } from '../testing/console/console.ts'
import { startTestServer } from '../testing/harness.ts'
import { oncePerFile } from '../testing/once-per-file.ts'

const fixtureOf = oncePerFile(async () => {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const staff = stack.use(await startTestConsole(server.deps))
  return { server, staff, [Symbol.asyncDispose]: () => stack.disposeAsync() }
})

const calls: ConsoleCall[] = Object.values(consoleApi).flatMap((group) => Object.values(group))
const posts = calls.filter(({ method }) => method === 'POST')

test('POST is refused unless it comes from our own page with the token of this browser, as JSON', async () => {
  const { staff } = await fixtureOf()
  const owner = await staff.newOperator('owner')
  const stranger = await staff.newOperator('owner')
  const foreignToken = (await stranger.call(signIn.readConsoleSession, {})).body.data.csrf
  const forgeries: Record<string, string>[] = [
    // the shop and the tools site of this very machine
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { origin: CONSOLE_URL, 'sec-fetch-site': 'same-site' },
    { origin: 'http://localhost:3000' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { origin: 'null' },
    { 'sec-fetch-site': 'none' },
    { 'x-console-csrf': '' },
    { 'x-console-csrf': foreignToken },
  ]
  expect(posts.length).toBeGreaterThan(20)
  for (const call of posts) {
    for (const headers of forgeries) {
      const answer = await owner.call(call, {}, { headers })
      expect([call.path, headers, answer.status, answer.body.code]).toEqual([
        call.path,
        headers,
        403,
        'CSRF',
      ])
    }
    const asText = await owner.call(call, {}, { headers: { 'content-type': 'text/plain' } })
    expect([call.path, asText.status]).toEqual([call.path, 415])
  }
})

test('GET of another origin’s page is refused and does not keep the session from ending; a typed address is let in; answers cannot be cached, framed or embedded', async () => {
  const { server, staff } = await fixtureOf()
  const owner = await staff.newOperator('owner')
  const seen = async () =>
    (
      await server.sql<{ at: Date }>`
        select last_seen_at as at from operator_sessions where operator_id = ${owner.operator.id}`
    )[0]!.at
  const before = await seen()
  server.advance(5 * 60_000)
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    for (const site of ['same-site', 'cross-site']) {
      const answer = await owner.call(call, {}, { headers: { 'sec-fetch-site': site } })
      expect([call.path, site, answer.body.code]).toEqual([call.path, site, 'CSRF'])
    }
  }
  expect(await seen()).toEqual(before)
  for (const site of ['same-origin', 'none']) {
    const answer = await owner.call(
      signIn.readConsoleSession,
      {},
      { headers: { 'sec-fetch-site': site } },
    )
    expect([site, answer.status]).toEqual([site, 200])
  }
  expect(await seen()).not.toEqual(before)
  const { headers } = await staff.visitor().call(signIn.readConsoleSession, {})
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
})
