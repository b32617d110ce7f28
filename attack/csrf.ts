import * as browserCalls from '#contract/all-calls.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { fetchCsrfToken } from '#harness/customers.ts'
import { digestTables } from '#server/testing/console/table-digests.ts'
import { openConsole, openOperator, type Operator } from './operator.ts'
import { sendRequest } from '#harness/send-request.ts'
import { codeOf } from './send.ts'
import { type AttackOptions, type AttackRow, createTally } from './tally.ts'
import { startTarget, type Target } from './target.ts'

const SISTER = 'http://127.0.0.1:9'
const JSON_TYPE = { 'content-type': 'application/json' }

/** What changes by itself or says that a call was refused: jobs, when a session was last seen, the audit. */
const RESTLESS = [
  ...['jobs', 'timed_jobs', 'sessions', 'operator_sessions', 'operator_actions'],
  ...['console_snapshots', 'used_captchas', 'alerts', 'credit_checkpoints', 'push_messages'],
]

/** Headers of a request, and how they were made. */
type Forgery = [how: string, headers: Record<string, string>]

/** Calls in a victim's name that the victim's pages have not sent. A journey does the same in a browser. */
export async function forgeCalls({ database }: AttackOptions): Promise<AttackRow[]> {
  await using target = await startTarget({ database, name: 'csrf', customers: 2 })
  const owner = await openOperator(target, 'owner')
  const tally = createTally('CSRF')
  const before = await digestTables(target.sql)
  const shop = await shopForgeries(target)
  const console = await consoleForgeries(target, owner)
  for (const { side, method, path } of listUnsafeCalls()) {
    const [base, forgeries] =
      side === 'shop' ? [target.url, shop] : ([target.consoleUrl, console] as const)
    for (const [how, headers] of forgeries) {
      const body = method === 'POST' && { body: '{}' }
      const reply = await sendRequest(base + path, { method, headers, ...body })
      tally.count()
      const isRefused = reply.status === 403 && codeOf(reply) === 'CSRF'
      tally.expect(isRefused, `${method} ${path} ${how}: ${reply.status} ${codeOf(reply)}`)
    }
  }
  const after = await digestTables(target.sql)
  const changed = Object.keys(after).filter(
    (name) => !RESTLESS.includes(name) && before[name] !== after[name],
  )
  tally.expect(changed.length === 0, `tables have changed: ${changed.join(', ')}`)
  return [tally.row(`${shop.length} ways at the shop, ${console.length} at the console`)]
}

/** Every call of the browsers' contracts that needs a token. */
function listUnsafeCalls(): { side: 'shop' | 'console'; method: string; path: string }[] {
  const shop = Object.values(browserCalls)
    .flatMap((group) => Object.values<Endpoint>(group))
    .filter(({ method, unsafe }) => method === 'POST' || unsafe === true)
  const console = Object.values(consoleApi)
    .flatMap((group) => Object.values(group))
    .filter(({ method }) => method === 'POST')
  return [
    ...shop.map(({ method, path }) => ({ side: 'shop' as const, method, path })),
    ...console.map(({ method, path }) => ({ side: 'console' as const, method, path })),
  ]
}

/** Headers of a request with the victim's cookies; none of them is one of the shop's pages'. */
async function shopForgeries({ url, customers }: Target): Promise<Forgery[]> {
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
      (type): Forgery => [
        `as a form of ${type}`,
        { ...bare, ...from('same-site'), 'content-type': type },
      ],
    ),
    ...[
      attacker['x-csrf-token']!,
      visitor.token,
      'a.b',
      `${'A'.repeat(22)}.${'A'.repeat(43)}`,
    ].flatMap((tossed): Forgery[] => [
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

async function consoleForgeries(target: Target, owner: Operator): Promise<Forgery[]> {
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
