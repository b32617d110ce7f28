import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '#contract/api.ts'
import { userCharges } from '#contract/applications/applications.ts'
import * as consoleOrders from '#contract/console/orders/orders.ts'
import * as consoleSearch from '#contract/console/search.ts'
import * as consoleUsers from '#contract/console/users.ts'
import { TRACE_REQUESTS } from '#harness/production/trace.ts'
import { type AttackOptions, type AttackRow, createTally } from '../attack.ts'
import { openOperator } from '../rig/operator.ts'
import { startTarget, type Target } from '../rig/target.ts'
import { readSqlmap } from './read-reports.ts'
import { runBounded } from './run-bounded.ts'

const LIMIT_MS = { small: 90_000, large: 300_000 }

interface Place {
  url: string
  headers: Record<string, string>
  data?: string
}

/** Debian's sqlmap, on what reaches a statement: `*` stands where it puts its payloads. */
export async function runSqlmap({ database, isSmall }: AttackOptions): Promise<AttackRow[]> {
  const folder = join(database.folder, 'sqlmap')
  const trace = join(folder, 'trace')
  await using target = await startTarget({
    ...{ database, name: 'sqlmap', imports: [TRACE_REQUESTS] },
    env: () => ({ REQUEST_TRACE: trace }),
  })
  const tally = createTally('sqlmap')
  const own = join(folder, 'sqlmap')
  await mkdir(own, { recursive: true })
  const all = await listPlaces(target)
  const places = isSmall ? all.slice(0, 1) : all
  for (const [at, { url, headers, data }] of places.entries()) {
    // a star in a cookie would be a place for payloads
    const given = Object.entries(headers).map(
      ([name, value]) => `${name}: ${value.replace(/_userInfo=[^;]*; /, '')}`,
    )
    const { output, isStopped } = await runBounded(
      'sqlmap',
      [
        ...['-u', url, '--headers', given.join('\n'), '--batch', '--disable-coloring'],
        ...[
          '--dbms',
          'PostgreSQL',
          '--level',
          '1',
          '--risk',
          '1',
          '--time-sec',
          '3',
          '--timeout',
          '20',
        ],
        ...[
          '--ignore-code',
          '400,401,403,404,409,410,422,429',
          '--output-dir',
          join(own, String(at)),
        ],
        ...['--flush-session', '--skip-waf', '--threads', '2'],
        ...(data === undefined ? [] : ['--data', data, '--skip-urlencode']),
      ],
      { folder: own, limitMs: isSmall ? LIMIT_MS.small : LIMIT_MS.large },
    )
    const said = readSqlmap(output)
    tally.expect(said !== 'weak', `${url} is injectable`)
    tally.expect(
      said !== 'unknown',
      `${url}: it did not end${isStopped ? ' in time' : ''}: ${output.slice(-300)}`,
    )
  }
  tally.count((await readFile(trace, 'utf8')).split('\n').length)
  return [tally.row(`${places.length} places of shop, API and console`)]
}

async function listPlaces(target: Target): Promise<Place[]> {
  const { url, consoleUrl, customers, apiKey } = target
  const [{ id: user, headers }] = customers
  const owner = await openOperator(target, 'owner')
  const json = { ...headers, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const bearer = { authorization: `Bearer ${apiKey}` }
  const console = (path: string, query: string): Place => ({
    ...{ url: `${consoleUrl}${path}?${query}`, headers: owner.headers },
  })
  return [
    { url: `${url}${api.recharge.orderList.path}?page=1&pageSize=20&state=paid`, headers },
    { url: `${url}${api.recharge.queryOrder.path.replace(':orderId', '1*')}`, headers },
    { url: `${url}${api.recharge.cancelOrder.path}`, headers: json, data: '{"id":"1*"}' },
    { url: `${url}${api.account.editProfile.path}`, headers: json, data: '{"nickname":"Ann*"}' },
    { url: `${url}${api.account.revokeSession.path}`, headers: json, data: '{"id":"1*"}' },
    { url: `${url}${userCharges.path.replace(':user', user)}?limit=20&cursor=x`, headers: bearer },
    { url: `${url}${userCharges.path.replace(':user', `${user}*`)}`, headers: bearer },
    console(consoleSearch.searchConsole.path, 'q=ann'),
    console(consoleOrders.listConsoleOrders.path, 'q=ann&state=paid'),
    console(consoleUsers.listConsoleUsers.path, 'q=ann'),
  ]
}
