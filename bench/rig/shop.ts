import { randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as launch from '#server/launch.ts'
import { connect, type Sql } from '#server/db/sql.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { startDatabaseServer } from '#harness/database-server.ts'
import { type CorePlacement, startProgram } from './programs.ts'
import { endProcess, untilReady } from '#harness/processes.ts'

/** The product's program as `npm start` runs it. */
export const PRODUCT = { program: 'server/main.ts', nodeArgs: launch.nodeArgs }

export interface Shop extends AsyncDisposable {
  url: string
  port: number
  /** Null without a console. */
  consolePort: number | null
  pid: number
  databaseUrl: string
  secretKey: string
  /** A connection pool of the bench, to prepare and check a round. */
  sql: Sql
}

/**
 * The product as it runs in production, on a database of its own: access log on (into a file), limits
 * on. The load generator sends X-Forwarded-For as a proxy does.
 */
export async function startShop(
  place: CorePlacement,
  { hasConsole = false }: { hasConsole?: boolean } = {},
): Promise<Shop> {
  const cleanup = new AsyncDisposableStack()
  try {
    const database = cleanup.use(await startDatabaseServer())
    const port = await freePort()
    const consolePort = hasConsole ? await freePort() : null
    const url = `http://127.0.0.1:${port}`
    const secretKey = randomBytes(48).toString('base64url')
    const logFile = join(database.folder, 'shop.log')
    const log = await open(logFile, 'a')
    cleanup.defer(() => log.close())
    const child = startProgram({
      ...PRODUCT,
      place,
      stdio: ['ignore', log.fd, log.fd],
      env: {
        ...launch.environment,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: url,
        DATA_DIR: join(database.folder, 'data'),
        DATABASE_URL: database.url,
        SECRET_KEY: secretKey,
        // no measurement sends a mail or pays
        SMTP_URL: 'smtp://127.0.0.1:9',
        MAIL_FROM: 'bench@example.com',
        PAYMENTS: 'sandbox',
        SANDBOX_PORT: String(await freePort()),
        TRUST_PROXY: 'loopback',
        ...(consolePort !== null && {
          CONSOLE_PORT: String(consolePort),
          CONSOLE_URL: `http://localhost:${consolePort}`,
        }),
      },
    })
    cleanup.defer(() => endProcess(child))
    await untilReady(`${url}/readyz`, child).catch(async (error: unknown) => {
      throw new Error(await readFile(logFile, 'utf8'), { cause: error })
    })
    const sql = connect(database.url, { max: 2, applicationName: 'bench' })
    cleanup.defer(() => sql.end())
    return {
      url,
      port,
      consolePort,
      pid: child.pid ?? 0,
      databaseUrl: database.url,
      secretKey,
      sql,
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    }
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}
