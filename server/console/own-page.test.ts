import { expect, test } from 'vitest'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import type { ConsoleCall } from '#contract/console/console-call.ts'
import * as signIn from '#contract/console/sign-in.ts'
import { CONSOLE_URL, startTestConsole } from '../testing/console/console.ts'
import { startTestServer } from '../testing/harness.ts'

const calls: ConsoleCall[] = Object.values(consoleApi).flatMap((group) => Object.values(group))
const posts = calls.filter(({ method }) => method === 'POST')

test('POST is refused unless it comes from our own page with the token of this browser, as JSON', async () => {
  await using server = await startTestServer()
  await using staff = await startTestConsole(server.deps)
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

test('answers cannot be cached, framed or embedded', async () => {
  await using server = await startTestServer()
  await using staff = await startTestConsole(server.deps)
  const { headers } = await staff.visitor().call(signIn.readConsoleSession, {})
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-frame-options': 'DENY',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
})
