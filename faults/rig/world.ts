import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '#server/testing/free-ports.ts'
import { type Customer, openAccounts } from '../../bench/rig/customers.ts'
import { ROOT } from '../../scripts/run.ts'
import { connect, type Sql } from '#server/db/sql.ts'
import { type Handicap, type MortalApp, startMortalApp } from './app.ts'
import type { MortalDatabase } from './database.ts'
import { type Provider, startProvider } from './provider.ts'
import { type Random, seeded } from './random.ts'

/** The whole product in processes of its own, with customers, and whoever lets things go wrong. */
export interface World extends AsyncDisposable {
  app: MortalApp
  database: MortalDatabase
  provider: Provider
  /** Beside the app's own connections, for looking and for what time would do. */
  sql: Sql
  customers: readonly [Customer, ...Customer[]]
  random: Random
  /** What the operator's command line has to be given. */
  env: Record<string, string>
}

interface Options {
  database: MortalDatabase
  name: string
  customers: number
  seed: number
  /** The repository, or a copy of it with other code. */
  root?: string
  handicap?: Handicap
}

export async function openWorld(options: Options): Promise<World> {
  const { database, name, seed, root = ROOT, handicap = {} } = options
  const cleanup = new AsyncDisposableStack()
  try {
    const databaseUrl = await database.create(name)
    const keys = {
      secret: `sk_test_${secret()}`,
      publishable: `pk_test_${secret()}`,
      webhook: `whsec_${secret()}`,
    }
    const port = await freePort()
    const folder = join(database.folder, name)
    const provider = cleanup.use(
      await startProvider({
        port: await freePort(),
        folder: join(folder, 'sandbox'),
        keys,
        webhookUrl: `http://127.0.0.1:${port}/webhooks/stripe`,
      }),
    )
    const secretKey = secret()
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
    const app = cleanup.use(await startMortalApp({ root, port, env, logFile }))
    await app.ready()
    const sql = connect(databaseUrl, { max: 4, applicationName: 'faults' })
    cleanup.defer(() => sql.end())
    const [first, ...others] = await openAccounts(
      { url: app.url, secretKey, sql },
      options.customers,
    )
    if (first === undefined) throw new Error('no customers')
    if (handicap.clockMs || handicap.crash) await app.restart(handicap)
    return {
      app,
      database,
      provider,
      sql,
      customers: [first, ...others],
      random: seeded(seed),
      env,
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    }
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}

function secret(): string {
  return randomBytes(32).toString('hex')
}
