import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DEFAULT_LIMITS } from '#server/applications/registry/applications.store.ts'
import { connect } from '#server/db/sql.ts'
import { openAccounts } from '#harness/customers.ts'
import { startNode } from '#harness/production/nodes.ts'
import { openApplication } from '#harness/production/open-application.ts'
import { startNginx } from '#harness/production/nginx.ts'
import { closeConnections } from '#harness/send-request.ts'
import { openSettings } from '#harness/production/settings.ts'
import { compareAllBooks } from './books.ts'
import { startCluster } from './cluster.ts'
import { untilWhole } from './patroni.ts'
import { FAULTS, type FailoverRig, type FaultName } from './faults.ts'
import { startMailServer } from '#harness/mail-server.ts'
import type { FailoverResult, StruckFault } from './report.ts'
import { startTraffic } from './traffic.ts'

interface Options {
  /** Holds a small file system for each machine of the database. */
  folder: string
  faults: readonly FaultName[]
  /** Called with what is done next. */
  onStep: (step: string) => void
}

const CUSTOMERS = 40
/** One node may have all calls of the application. */
const LIMITS = { ...DEFAULT_LIMITS, callsPerSecond: 5_000 }
const FRONT = { shop: 8080, console: 8081 }
const NODES = [
  { name: 'first', ports: { shop: 3001, console: 3011 } },
  { name: 'second', ports: { shop: 3002, console: 3012 } },
] as const
const CALM_MS = 4_000
const WHOLE_MS = 75_000

/** Runs the shop on a database of three machines and lets one thing after another die. */
export async function runFailover({ folder, faults, onStep }: Options): Promise<FailoverResult> {
  await using cleanup = new AsyncDisposableStack()
  cleanup.defer(closeConnections)
  onStep('starts the database')
  const cluster = await startCluster(folder, cleanup)
  const shopFolder = join(folder, 'shop')
  await mkdir(shopFolder)
  const mail = cleanup.use(await startMailServer())
  const settings = { folder: shopFolder, front: FRONT, databaseUrl: cluster.pooledUrl, cleanup }
  const { env: common, provider } = await openSettings(settings)
  const env = {
    ...common,
    ...{ DATABASE_PREPARE: 'false', SMTP_URL: mail.url },
  }
  const traceFile = join(shopFolder, 'trace')
  onStep('starts the nodes')
  const logFileOf = (name: string): string => join(shopFolder, `${name}.log`)
  const nodes = await Promise.all(
    NODES.map(({ name, ports }) => startNode({ ports, env, logFile: logFileOf(name), traceFile })),
  )
  for (const node of nodes) cleanup.use(node)
  const ports = [NODES[0].ports, NODES[1].ports] as const
  const proxy = cleanup.use(await startNginx({ front: FRONT, nodes: ports, folder: shopFolder }))
  const sql = connect(cluster.directUrl, { max: 2, applicationName: 'drill' })
  cleanup.defer(() => sql.end())

  onStep('opens accounts')
  const url = `http://127.0.0.1:${FRONT.shop}`
  const customers = await openAccounts({ url, sql, secretKey: env.SECRET_KEY }, CUSTOMERS)
  const apiKey = await openApplication(sql, customers, LIMITS)
  const traffic = startTraffic({ port: FRONT.shop, customers, apiKey })
  const rig: FailoverRig = { cluster, nodes, proxy, traffic }
  const struck: StruckFault[] = []
  try {
    await delay(2 * CALM_MS)
    for (const name of faults) struck.push(await strikeOnce(name, rig, onStep))
  } finally {
    onStep('lets callers finish')
    await traffic.stop()
  }
  onStep('compares the books')
  const verdict = await compareAllBooks({
    ...{ sql, provider, env, traffic, mail, traceFile },
    logFiles: NODES.map(({ name }) => logFileOf(name)),
  })
  return { struck, sent: traffic.sent, verdict }
}

async function strikeOnce(
  name: FaultName,
  rig: FailoverRig,
  onStep: Options['onStep'],
): Promise<StruckFault> {
  onStep(`dies: ${name}`)
  const at = performance.now()
  const fault = FAULTS[name]
  const primaryMs = await fault.strike(rig, at)
  onStep('waits until all is whole again')
  await untilWhole(WHOLE_MS)
  await delay(CALM_MS)
  const mayBeSilent = 'mayBeSilent' in fault
  return { name, mayBeSilent, at, until: performance.now(), primaryMs }
}
