import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connect, type Sql } from '#server/db/sql.ts'
import { startDatabaseServer } from '#harness/database-server.ts'
import { freePorts } from '#harness/free-ports.ts'
import { untilReady } from '#harness/processes.ts'
import { runOperator } from '#harness/run-operator.ts'
import { runShop } from '#harness/shop-process.ts'
import { ROOT } from '../run-program.ts'

export interface HandbookShop extends AsyncDisposable {
  url: string
  consoleUrl: string
  secretKey: string
  sql: Sql
  /** Runs a command of the operator; returns its output. */
  operate(...words: string[]): Promise<string>
}

/** The whole product in a temporary folder and on free ports, without a customer. */
export async function startHandbookShop(smtpUrl: string): Promise<HandbookShop> {
  const cleanup = new AsyncDisposableStack()
  try {
    const database = cleanup.use(await startDatabaseServer())
    const databaseUrl = await database.createDatabase('handbook')
    const [{ port, sandboxPort }, tools, desk] = [
      await freePorts(),
      await freePorts(),
      await freePorts(),
    ]
    const url = `http://localhost:${port}`
    const consoleUrl = `http://localhost:${desk.port}`
    const secretKey = randomBytes(32).toString('hex')
    const settings = {
      PORT: String(port),
      PUBLIC_URL: url,
      SANDBOX_PORT: String(sandboxPort),
      TOOLS_SITE: 'demo',
      TOOLS_PORT: String(tools.port),
      CONSOLE: 'on',
      CONSOLE_PORT: String(desk.port),
      CONSOLE_URL: consoleUrl,
      DATA_DIR: join(database.folder, 'data'),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: secretKey,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'shop@example.com',
      TRUST_PROXY: 'loopback',
      LOG_LEVEL: 'error',
    }
    const shop = cleanup.use(runShop(settings, join(ROOT, 'scripts/serve.ts')))
    await untilReady(`${url}/readyz`, shop.process).catch((error: unknown) => {
      throw new Error(`the shop does not start\n${shop.output()}`, { cause: error })
    })
    const sql = connect(databaseUrl, { max: 2, applicationName: 'handbook' })
    cleanup.defer(() => sql.end())
    return {
      url,
      consoleUrl,
      secretKey,
      sql,
      async operate(...words) {
        const { code, output, errors } = await runOperator(settings, [...words, '--yes'])
        if (code !== 0) throw new Error(`operator ${words.join(' ')}: ${errors}`)
        return output
      },
      [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
    }
  } catch (error) {
    await cleanup.disposeAsync()
    throw error
  }
}
