import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DEFAULT_LIMITS } from '#server/applications/registry/applications.store.ts'
import { connect, type Sql } from '#server/db/sql.ts'
import { type Customer, openAccounts } from '#harness/customers.ts'
import type { DatabaseServer } from '#harness/database-server.ts'
import { freePort } from '#harness/free-ports.ts'
import { type MailServer, startMailServer } from '#harness/mail-server.ts'
import { startNode } from '#harness/production/nodes.ts'
import { openApplication } from '#harness/production/open-application.ts'
import { type Ports, startProxy } from '#harness/production/proxies.ts'
import { openSettings } from '#harness/production/settings.ts'
import type { SandboxProcess } from '#harness/sandbox-process.ts'
import { createCaptchaSolver } from './captcha.ts'

/** A shop in production mode with its console, the payment sandbox, a mail server and an application. */
export interface Target extends AsyncDisposable {
  /** Of the node itself. */
  url: string
  consoleUrl: string
  /** Of nginx; null without it. */
  frontUrl: string | null
  ports: Ports
  /** As the console's pages name themselves. */
  consoleOrigin: string
  folder: string
  /** Connections beside the shop's own. */
  sql: Sql
  /** Settings of the node, for the operator's commands. */
  env: Record<string, string>
  secretKey: string
  customers: readonly [Customer, ...Customer[]]
  /** Key of an application of the operator's own. */
  apiKey: string
  provider: SandboxProcess
  mail: MailServer
  solveCaptcha: () => Promise<string>
}

interface Options {
  database: DatabaseServer
  /** Names the database and the folder. */
  name: string
  customers?: number
  /** Puts nginx in front, with its file of `deploy/`; the log has a line for each request. */
  nginx?: { accessLog?: string; certificate?: string }
  env?: (front: Ports) => Record<string, string>
  /** Modules that Node imports before the shop. */
  imports?: readonly string[]
}

/** No attack is to be stopped by how often an application may call. */
const LIMITS = {
  ...DEFAULT_LIMITS,
  callsPerSecond: 100_000,
  userCallsPerSecond: 100_000,
  userBurst: 100_000,
}

export async function startTarget(options: Options): Promise<Target> {
  const cleanup = new AsyncDisposableStack()
  try {
    return await openTarget(options, cleanup)
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}

async function openTarget(options: Options, cleanup: AsyncDisposableStack): Promise<Target> {
  const { database, name, customers: count = 1, nginx, env: more, imports = [] } = options
  const folder = join(database.folder, name)
  await mkdir(folder, { recursive: true })
  const databaseUrl = await database.createDatabase(name)
  const mail = cleanup.use(await startMailServer({ keepsTexts: true }))
  const ports = await newPorts()
  const front = nginx === undefined ? ports : await newPorts()
  const { env: common, provider } = await openSettings({ folder, front, databaseUrl, cleanup })
  const env = { ...common, SMTP_URL: mail.url, ...more?.(front) }
  const logFile = join(folder, 'node.log')
  cleanup.use(await startNode({ ports, env, logFile, imports }))
  if (nginx !== undefined) {
    cleanup.use(await startProxy('nginx', { front, nodes: [ports, ports], folder, ...nginx }))
  }
  const sql = connect(databaseUrl, { max: 4, applicationName: 'attack' })
  cleanup.defer(() => sql.end())
  const url = `http://127.0.0.1:${ports.shop}`
  const secretKey = common.SECRET_KEY
  const own = { PORT: String(ports.shop), CONSOLE_PORT: String(ports.console) }
  const [first, ...others] = await openAccounts({ url, sql, secretKey }, count)
  if (first === undefined) throw new Error('no customers')
  const customers = [first, ...others] as const
  const frontScheme = nginx?.certificate === undefined ? 'http' : 'https'
  return {
    ...{ url, ports, folder, sql, secretKey, customers, provider, mail },
    env: { ...env, ...own },
    consoleUrl: `http://127.0.0.1:${ports.console}`,
    consoleOrigin: env.CONSOLE_URL,
    frontUrl: nginx === undefined ? null : `${frontScheme}://127.0.0.1:${front.shop}`,
    apiKey: await openApplication(sql, customers, LIMITS),
    solveCaptcha: createCaptchaSolver(sql, secretKey),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

async function newPorts(): Promise<Ports> {
  return { shop: await freePort(), console: await freePort() }
}
