import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { refuseLogin } from '#contract/account/login-notice.ts'
import type { Client } from '../testing/client.ts'
import { startTestServer } from '../testing/harness.ts'
import { accountLimits } from './limits.ts'
import { passwordDigest } from './password/passwords.ts'

/** The calls that try the token of a mailed link. */
const LINKS = {
  'new password': (browser: Client, token: string, csrf = true) =>
    browser.call(
      api.account.resetPassword,
      { token, password: passwordDigest('an entirely new password') },
      { csrf },
    ),
  'undone change of the address': (browser: Client, token: string, csrf = true) =>
    browser.call(api.account.undoEmailChange, { token }, { csrf }),
  'refused login': (browser: Client, token: string, csrf = true) =>
    browser.call(refuseLogin, { token }, { csrf }),
}

test('mailed links: a malformed token gets 400, a missing csrf token 403, an unknown one 410; the 31st of one network within an hour 429', async () => {
  await using server = await startTestServer()
  const visitor = server.visitor()
  const links = Object.entries(LINKS)
  const unknown = 'A'.repeat(43)
  for (const [name, follow] of links) {
    expect([name, (await follow(visitor, 'A'.repeat(42))).status]).toEqual([name, 400])
    expect([name, (await follow(server.visitor(), unknown, false)).status]).toEqual([name, 403])
  }
  for (let n = 0; n < accountLimits.linkIp.times; n += 1) {
    const [name, follow] = links[n % links.length]!
    expect([name, (await follow(visitor, unknown)).status]).toEqual([name, 410])
  }
  for (const [name, follow] of links) {
    expect([name, (await follow(visitor, unknown)).status]).toEqual([name, 429])
  }
})

test('docs/security.md lists each limit with its numbers', async () => {
  const page = await readFile('docs/security.md', 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` +\| (\d+) +\| (\d+) (minute|hour|day)s? +\|/gm)]
  const units = new Map([
    ['minute', 60],
    ['hour', 3600],
    ['day', 86_400],
  ])
  const listed = rows.map(([, name, times, count, unit]) => {
    const seconds = Number(count) * units.get(unit!)!
    return [name, { times: Number(times), seconds }]
  })
  const limits = Object.entries(accountLimits).map(([name, { times, seconds }]) => [
    name,
    { times, seconds },
  ])
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(limits))
})
