import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { fetchCsrfToken } from '#harness/customers.ts'
import { type AttackOptions, type AttackRow, createTally, type Tally } from '../attack.ts'
import { openConsole, openOperator, type Operator } from '../rig/operator.ts'
import { send } from '../rig/send.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { codeOf } from '../rig/visitor.ts'
import { forgeInBrowser } from './forge-in-browser.ts'
import { changedTables, digestQuietTables } from './quiet-tables.ts'
import { listUnsafeCalls, type UnsafeCall } from './unsafe-calls.ts'

const SISTER = 'http://127.0.0.1:9'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Calls in a victim's name that the victim's pages have not sent. */
export async function forgeCalls({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'csrf', customers: 2 })
  const owner = await openOperator(target, 'owner')
  return [await forgeRequests(target, owner), await forgeInBrowser(target, owner, isSmall)]
}

async function forgeRequests(target: Target, owner: Operator): Promise<AttackRow> {
  const tally = createTally('CSRF: forged requests')
  const before = await digestQuietTables(target.sql)
  const shop = await shopForgeries(target)
  const console = await consoleForgeries(target, owner)
  for (const call of listUnsafeCalls()) {
    const forgeries = call.side === 'shop' ? shop : console
    const base = call.side === 'shop' ? target.url : target.consoleUrl
    for (const [how, headers] of forgeries) await forge(tally, { call, base, how, headers })
  }
  const changed = changedTables(before, await digestQuietTables(target.sql))
  tally.expect(changed.length === 0, `tables have changed: ${changed.join(', ')}`)
  return tally.row(`${shop.length} ways at the shop, ${console.length} at the console`)
}

interface Forgery {
  call: UnsafeCall
  base: string
  how: string
  headers: Record<string, string>
}

async function forge(tally: Tally, { call, base, how, headers }: Forgery): Promise<void> {
  const isPost = call.method === 'POST'
  const reply = await send(base + call.path, {
    ...{ method: call.method, headers },
    ...(isPost && { body: '{}' }),
  })
  tally.count()
  const isRefused = reply.status === 403 && codeOf(reply) === 'CSRF'
  tally.expect(isRefused, `${call.method} ${call.path} ${how}: ${reply.status} ${codeOf(reply)}`)
}

/** Headers of a request with the victim's cookies; none of them is one of the shop's pages'. */
async function shopForgeries({
  url,
  customers,
}: Target): Promise<[how: string, headers: Record<string, string>][]> {
  const victim = customers[0].headers
  const attacker = customers[1]!.headers
  const visitor = await fetchCsrfToken(url, {})
  const cookie = victim['cookie']!
  const token = victim['x-csrf-token']!
  const bare = { cookie, 'user-agent': BROWSER_HEADERS['user-agent'], ...JSON_TYPE }
  const withoutCsrf = cookie.replace(/; _csrf=[^;]*/, '')
  const toss = (value: string) => `${withoutCsrf}; _csrf=${value}`
  return [
    ['without a token', { ...bare, 'sec-fetch-site': 'same-origin' }],
    ['from a sister port, without a token', { ...bare, ...from('same-site') }],
    [
      'from a sister port, with the token',
      { ...bare, ...from('same-site'), 'x-csrf-token': token },
    ],
    [
      'from another site, with the token',
      { ...bare, ...from('cross-site'), 'x-csrf-token': token },
    ],
    ['from a typed address', { ...bare, 'sec-fetch-site': 'none', 'x-csrf-token': token }],
    ['from an opaque origin', { ...bare, origin: 'null', 'x-csrf-token': token }],
    ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'].map(
      (type): [string, Record<string, string>] => [
        `as a form of ${type}`,
        { ...bare, ...from('same-site'), 'content-type': type },
      ],
    ),
    ...[
      attacker['x-csrf-token']!,
      visitor.token,
      'a.b',
      `${'A'.repeat(22)}.${'A'.repeat(43)}`,
    ].flatMap((tossed): [string, Record<string, string>][] => [
      ['with a tossed token', { ...bare, cookie: toss(tossed), 'x-csrf-token': tossed }],
      [
        'with a tossed token before the own one',
        { ...bare, cookie: `_csrf=${tossed}; ${cookie}`, 'x-csrf-token': tossed },
      ],
      [
        'with a tossed token behind the own one',
        { ...bare, cookie: `${cookie}; _csrf=${tossed}`, 'x-csrf-token': tossed },
      ],
      [
        'with a tossed visitor',
        { ...bare, cookie: `${visitor.cookie}; ${toss(tossed)}`, 'x-csrf-token': tossed },
      ],
    ]),
  ]
}

async function consoleForgeries(
  target: Target,
  owner: Operator,
): Promise<[how: string, headers: Record<string, string>][]> {
  const { headers } = await openConsole(target)
  const own: Record<string, string> = { ...owner.headers, ...JSON_TYPE }
  const { 'x-console-csrf': token, ...withoutToken } = own
  const attackers = headers['x-console-csrf']!
  return [
    ['without a token', withoutToken],
    ['from a sister port', { ...own, 'sec-fetch-site': 'same-site', origin: SISTER }],
    ['from the shop', { ...own, 'sec-fetch-site': 'same-site', origin: target.url }],
    ['from another site', { ...own, 'sec-fetch-site': 'cross-site', origin: SISTER }],
    ['from a sister port that calls itself ours', { ...own, 'sec-fetch-site': 'same-site' }],
    ['with another browser’s token', { ...own, 'x-console-csrf': attackers }],
    [
      'with a tossed browser before the own one',
      { ...own, cookie: `${headers['cookie']}; ${own['cookie']}`, 'x-console-csrf': `${token}x` },
    ],
    [
      'without the browser’s headers',
      { cookie: own['cookie']!, ...JSON_TYPE, 'x-console-csrf': token! },
    ],
  ]
}

function from(site: 'same-site' | 'cross-site'): Record<string, string> {
  return { 'sec-fetch-site': site, origin: SISTER }
}
