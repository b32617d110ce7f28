import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connect, type Sql } from '#server/db/sql.ts'
import { type Customer, openAccounts } from './customers.ts'
import type { DatabaseServer } from './database-server.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { partitionCreditIfAsked } from '#server/testing/database/partition-credit.ts'
import { newProviderKeys, type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'
import { startSupervisedApp, type SupervisedApp } from './supervised-app.ts'

const REPOSITORY = join(import.meta.dirname, '..')

/** The whole product in processes of its own: app, payment sandbox and a database, with customers. */
export interface TestShop extends AsyncDisposable {
  app: SupervisedApp
  database: DatabaseServer
  provider: SandboxProcess
  /** Of the code that runs: the repository, or a copy of it. */
  root: string
  /** Connections beside the app's own. */
  sql: Sql
  customers: readonly [Customer, ...Customer[]]
  /** The settings that the app runs with, for the operator's commands. */
  env: Record<string, string>
}

export interface TestShopOptions {
  database: DatabaseServer
  /** Names the shop's database and its folder. */
  name: string
  customers: number
  /** The repository, or a copy of it with other code. */
  root?: string
}

export async function startTestShop(options: TestShopOptions): Promise<TestShop> {
  const { database, name, root = REPOSITORY } = options
  const cleanup = new AsyncDisposableStack()
  try {
    const databaseUrl = await database.createDatabase(name)
    await partitionCreditIfAsked(databaseUrl)
    const keys = newProviderKeys()
    const port = await freePort()
    const folder = join(database.folder, name)
    const provider = cleanup.use(
      await startSandboxProcess({
        port: await freePort(),
        folder: join(folder, 'sandbox'),
        keys,
        webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`,
      }),
    )
    const secretKey = randomBytes(32).toString('hex')
    const env = {
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      PAYMENTS: 'sandbox',
      STRIPE_API_BASE: provider.url,
      STRIPE_SECRET_KEY: keys.secret,
      STRIPE_PUBLISHABLE_KEY: keys.publishable,
      STRIPE_WEBHOOK_SECRET: keys.webhook,
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'fatal',
    }
    const logFile = join(database.folder, `${name}.log`)
    const app = cleanup.use(await startSupervisedApp({ root, port, env, logFile }))
    await app.ready()
    const sql = connect(databaseUrl, { max: 4, applicationName: 'test-shop' })
    cleanup.defer(() => sql.end())
    const [first, ...others] = await openAccounts(
      { url: app.url, secretKey, sql },
      options.customers,
    )
    if (first === undefined) throw new Error('no customers')
    return {
      root,
      app,
      database,
      provider,
      sql,
      customers: [first, ...others],
      env,
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    }
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}
