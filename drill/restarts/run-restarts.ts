import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '#server/applications/registry/applications.store.ts'
import { readConsoleSession } from '#contract/console/staff/sign-in.ts'
import { connect, type Sql } from '#server/db/sql.ts'
import { envelope } from '#contract/envelope.ts'
import { openAccounts } from '#harness/customers.ts'
import { type DatabaseServer, startDatabaseServer } from '#harness/database-server.ts'
import { freePort } from '#harness/free-ports.ts'
import { type Node, startNode } from '#harness/production/nodes.ts'
import { type Ports, type ProxyName, startProxy } from '#harness/production/proxies.ts'
import { closeConnections, type Sent } from '../rig/send.ts'
import { openApplication } from '#harness/production/open-application.ts'
import { openSettings } from '#harness/production/settings.ts'
import { TRACE_REQUESTS } from '#harness/production/trace.ts'
import { findDoubled } from '../rig/trace.ts'
import { startTraffic, type Traffic } from './traffic.ts'

export interface RestartsOptions {
  proxies: readonly ProxyName[]
  requests: number
  restarts: number
}

/** What came of one proxy. */
export interface RestartsResult {
  proxy: ProxyName
  requests: number
  posts: number
  restarts: number
  failed: Sent[]
  /** Refusals of the shop itself, with Retry-After: a database that is late on a busy machine. */
  refused: number
  /** Requests that more than one node answered, or one node twice. */
  doubled: string[]
  /** Charges in the ledger that no answer tells of. */
  unanswered: number
  longestMs: number
  /** How long a node needed to end and to be ready again, at most. */
  endedMs: number
  startedMs: number
}

const CUSTOMERS = 40
/** While one node is away, the other has all calls of the application. */
const LIMITS = { ...DEFAULT_LIMITS, callsPerSecond: 5_000 }
const POLL_MS = 50

/** Restarts two nodes in turn behind each proxy while requests come. */
export async function runRestarts(options: RestartsOptions): Promise<RestartsResult[]> {
  await using database = await startDatabaseServer()
  const results: RestartsResult[] = []
  for (const proxy of options.proxies) {
    results.push(await runBehind(proxy, database, options))
    closeConnections()
  }
  return results
}

async function runBehind(
  proxy: ProxyName,
  database: DatabaseServer,
  options: RestartsOptions,
): Promise<RestartsResult> {
  await using cleanup = new AsyncDisposableStack()
  const folder = join(database.folder, proxy)
  await mkdir(folder, { recursive: true })
  const front = await freePorts()
  const databaseUrl = await database.createDatabase(`restarts_${proxy}`)
  const opened = await openSettings({ folder, front, databaseUrl, cleanup })
  const env = { ...opened.env, REQUEST_TRACE: join(folder, 'trace') }
  const start = async (name: string): Promise<Node> =>
    cleanup.use(
      await startNode({
        ports: await freePorts(),
        env,
        logFile: join(folder, `${name}.log`),
        imports: [TRACE_REQUESTS],
      }),
    )
  const nodes = [await start('first'), await start('second')] as const
  const ports = [nodes[0].ports, nodes[1].ports] as const
  cleanup.use(await startProxy(proxy, { front, nodes: ports, folder }))
  const sql = connect(env.DATABASE_URL, { max: 2, applicationName: 'drill' })
  cleanup.defer(() => sql.end())

  const url = `http://127.0.0.1:${front.shop}`
  const customers = await openAccounts({ url, sql, secretKey: env.SECRET_KEY }, CUSTOMERS)
  const apiKey = await openApplication(sql, customers, LIMITS)
  const desk = await openConsole(front, env.CONSOLE_URL)
  const traffic = startTraffic({ front, customers, apiKey, console: desk })
  const times: { endedMs: number; startedMs: number }[] = []
  try {
    await untilServing(nodes, env.REQUEST_TRACE, traffic)
    for (let turn = 0; turn < options.restarts; turn += 1) {
      times.push(await nodes[turn % 2]!.restart())
      await untilServing(nodes, env.REQUEST_TRACE, traffic)
    }
    while (traffic.sent.length < options.requests) await delay(POLL_MS)
  } finally {
    await traffic.stop()
  }
  const { sent } = traffic
  return {
    proxy,
    requests: sent.length,
    posts: sent.filter(({ call }) => call.method === 'POST').length,
    restarts: times.length,
    failed: sent.filter((each) => each.status !== 200 && !isRefusal(each)),
    refused: sent.filter(isRefusal).length,
    doubled: findDoubled(await readFile(env.REQUEST_TRACE, 'utf8')),
    unanswered: (await countCharges(sql)) - countGood(sent, 'charge'),
    longestMs: Math.max(...sent.map(({ ms }) => ms)),
    endedMs: Math.max(...times.map(({ endedMs }) => endedMs)),
    startedMs: Math.max(...times.map(({ startedMs }) => startedMs)),
  }
}

async function freePorts(): Promise<Ports> {
  return { shop: await freePort(), console: await freePort() }
}

/** A browser at the console that has not signed in. */
async function openConsole({ console: port }: Ports, origin: string) {
  const response = await fetch(`http://127.0.0.1:${port}${readConsoleSession.path}`)
  const { data } = envelope.parse(await response.json())
  const { csrf } = readConsoleSession.output.parse(data)
  const cookie = response.headers.getSetCookie().map((each) => each.split(';', 1)[0])
  return { origin, csrf, cookie: cookie.join('; ') }
}

/** Waits until the proxy has sent requests to the processes of both nodes that run now. */
async function untilServing(nodes: readonly Node[], trace: string, { sent }: Traffic) {
  const begun = sent.length
  for (;;) {
    const lines = await readFile(trace, 'utf8').catch(() => '')
    const seen = new Set(lines.split('\n').map((line) => line.split(' ')[1]))
    if (nodes.every((node) => seen.has(String(node.pid()))) && sent.length > begun + 50) return
    await delay(POLL_MS)
  }
}

function isRefusal({ status, text }: Sent): boolean {
  return status === 503 && text.startsWith('{"statusCode":503,"code":"DEPENDENCY_DOWN"')
}

function countGood(sent: readonly Sent[], name: string): number {
  return sent.filter(({ call, status }) => call.name === name && status === 200).length
}

async function countCharges(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }>`
    select count(*)::integer as count from credit_ledger where type = 'consume'`
  return row?.count ?? 0
}
