import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { DEFAULT_LIMITS } from '#server/applications/registry/applications.store.ts'
import { connect, type Sql } from '#server/db/sql.ts'
import { createAltcha } from '#server/gateways/captcha/altcha.ts'
import { type Customer, openAccounts } from '#harness/customers.ts'
import type { DatabaseServer } from '#harness/database-server.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { type MailServer, startMailServer } from '#harness/mail-server.ts'
import { startNode } from '#harness/production/nodes.ts'
import { openApplication } from '#harness/production/open-application.ts'
import { openSettings } from '#harness/production/settings.ts'
import type { SandboxProcess } from '#harness/sandbox-process.ts'

/** A shop in production mode with its console, the payment sandbox, a mail server and an application. */
export interface Target extends AsyncDisposable {
  url: string
  consoleUrl: string
  /** As the console's pages name themselves. */
  consoleOrigin: string
  /** Connections beside the shop's own. */
  sql: Sql
  /** Settings of the node, for the operator's commands. */
  env: Record<string, string>
  customers: readonly [Customer, ...Customer[]]
  /** Key of an application of the operator's own. */
  apiKey: string
  provider: SandboxProcess
  mail: MailServer
  /** A solved captcha without its work: attackers pay for it, so nothing behind it is spared. */
  solveCaptcha: () => Promise<string>
}

interface Options {
  database: DatabaseServer
  /** Names the database and the folder. */
  name: string
  customers?: number
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

async function openTarget(
  { database, name, customers: count = 1 }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Target> {
  const folder = join(database.folder, name)
  await mkdir(folder, { recursive: true })
  const databaseUrl = await database.createDatabase(name)
  const mail = cleanup.use(await startMailServer({ keepsTexts: true }))
  const ports = { shop: await freePort(), console: await freePort() }
  const opened = await openSettings({ folder, front: ports, databaseUrl, cleanup })
  const env = { ...opened.env, SMTP_URL: mail.url }
  cleanup.use(await startNode({ ports, env, logFile: join(folder, 'node.log') }))
  const sql = connect(databaseUrl, { max: 4, applicationName: 'attack' })
  cleanup.defer(() => sql.end())
  const url = `http://127.0.0.1:${ports.shop}`
  const secretKey = env.SECRET_KEY
  const [first, ...others] = await openAccounts({ url, sql, secretKey }, count)
  if (first === undefined) throw new Error('no customers')
  const customers = [first, ...others] as const
  return {
    ...{ url, sql, customers, provider: opened.provider, mail },
    env: { ...env, PORT: String(ports.shop), CONSOLE_PORT: String(ports.console) },
    consoleUrl: `http://127.0.0.1:${ports.console}`,
    consoleOrigin: env.CONSOLE_URL,
    apiKey: await openApplication(sql, customers, LIMITS),
    solveCaptcha: createCaptchaSolver(sql, secretKey),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

/** As hard puzzles as the shop gives under attack, but of hardly any work. */
const LIGHT = { cost: 1, guesses: 1 }

function createCaptchaSolver(sql: Sql, secretKey: string): () => Promise<string> {
  const altcha = createAltcha({ secretKey, sql, isUnderAttack: async () => true, work: LIGHT })
  return async () => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library reads what the library wrote
    const challenge = (await altcha.challenge()) as Parameters<
      typeof solveChallenge
    >[0]['challenge']
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }
}
