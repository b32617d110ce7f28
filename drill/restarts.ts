import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '#server/applications/registry/applications.store.ts'
import { readConsoleSession } from '#contract/console/staff/sign-in.ts'
import { connect, type Sql } from '#server/db/sql.ts'
import { envelope } from '#contract/envelope.ts'
import { openAccounts } from '#harness/customers.ts'
import { startDatabaseServer } from '#harness/database-server.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { type Node, startNode } from '#harness/production/nodes.ts'
import { type Ports, startNginx } from '#harness/production/nginx.ts'
import { openApplication } from '#harness/production/open-application.ts'
import { openSettings } from '#harness/production/settings.ts'
import { installPackages, isDebianRoot } from '../scripts/debian-packages.ts'
import { startTraffic, type Traffic } from './restarts-traffic.ts'
import { closeConnections } from '#harness/send-request.ts'
import { findDoubled, type Sent } from './send.ts'

/** What came of it. */
interface Result {
  sent: readonly Sent[]
  failed: Sent[]
  /** Refusals of the shop itself, with Retry-After: a database that is late on a busy machine. */
  refused: number
  /** Requests that more than one node answered, or one node twice. */
  doubled: string[]
  /** Charges in the ledger that no answer tells of. */
  unanswered: number
  /** How long a node needed to end and to be ready again. */
  times: { endedMs: number; startedMs: number }[]
}

const SIZES = {
  small: { requests: 5_000, restarts: 4 },
  large: { requests: 15_000, restarts: 8 },
}
const CUSTOMERS = 40
/** While one node is away, the other has all calls of the application. */
const LIMITS = { ...DEFAULT_LIMITS, callsPerSecond: 5_000 }
const POLL_MS = 50

/** Restarts two nodes in turn behind nginx while requests come; returns whether nothing went wrong. */
export async function drillRestarts(isSmall: boolean): Promise<boolean> {
  if (await isDebianRoot()) await installPackages('nginx')
  return printResult(await restartNodes(isSmall ? SIZES.small : SIZES.large))
}

async function restartNodes({ requests, restarts }: (typeof SIZES)['small']): Promise<Result> {
  await using database = await startDatabaseServer()
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(closeConnections)
  const { folder } = database
  const front = await freePorts()
  const databaseUrl = await database.createDatabase('restarts')
  const { env } = await openSettings({ folder, front, databaseUrl, cleanup })
  const traceFile = join(folder, 'trace')
  const start = async (name: string): Promise<Node> =>
    cleanup.use(
      await startNode({
        ports: await freePorts(),
        env,
        logFile: join(folder, `${name}.log`),
        traceFile,
      }),
    )
  const nodes = [await start('first'), await start('second')] as const
  const ports = [nodes[0].ports, nodes[1].ports] as const
  cleanup.use(await startNginx({ front, nodes: ports, folder }))
  const sql = connect(env.DATABASE_URL, { max: 2, applicationName: 'drill' })
  cleanup.defer(() => sql.end())

  const url = `http://127.0.0.1:${front.shop}`
  const customers = await openAccounts({ url, sql, secretKey: env.SECRET_KEY }, CUSTOMERS)
  const apiKey = await openApplication(sql, customers, LIMITS)
  const desk = await openConsole(front, env.CONSOLE_URL)
  const traffic = startTraffic({ front, customers, apiKey, console: desk })
  const times: { endedMs: number; startedMs: number }[] = []
  try {
    await untilServing(nodes, traceFile, traffic)
    for (let turn = 0; turn < restarts; turn += 1) {
      times.push(await nodes[turn % 2]!.restart())
      await untilServing(nodes, traceFile, traffic)
    }
    while (traffic.sent.length < requests) await delay(POLL_MS)
  } finally {
    await traffic.stop()
  }
  const { sent } = traffic
  return {
    ...{ sent, times },
    failed: sent.filter((each) => each.status !== 200 && !isRefusal(each)),
    refused: sent.filter(isRefusal).length,
    doubled: findDoubled(await readFile(traceFile, 'utf8')),
    unanswered: (await countCharges(sql)) - countGood(sent, 'charge'),
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

/** Of all requests: more refusals than that are none of a busy machine. */
const MOST_REFUSED = 0.005
/** Failures shown. */
const SHOWN = 12

function printResult({ sent, times, failed, refused, doubled, unanswered }: Result): boolean {
  const posts = sent.filter(({ call }) => call.method === 'POST').length
  const longestMs = Math.max(...sent.map(({ ms }) => ms))
  const endedMs = Math.max(...times.map((each) => each.endedMs))
  const startedMs = Math.max(...times.map((each) => each.startedMs))
  const lines = [
    `${sent.length} requests, ${posts} of them POSTs, ${times.length} restarts behind nginx:`,
    `${failed.length} failed, ${doubled.length} doubled, ${refused} refused while the database was late,`,
    `${unanswered} charges without an answer; longest answer ${longestMs} ms,`,
    `a node ends within ${endedMs} ms and is ready within ${startedMs} ms`,
    ...failed
      .slice(0, SHOWN)
      .map(
        ({ id, call, status, text, ms }) =>
          `  failed ${id} ${call.method} ${call.path} ${status} after ${ms} ms: ${text.slice(0, 200)}`,
      ),
    ...doubled.slice(0, SHOWN).map((id) => `  doubled ${id}`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return failed.length + doubled.length + unanswered === 0 && refused <= MOST_REFUSED * sent.length
}
