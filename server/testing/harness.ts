import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { pino } from 'pino'
import { inject } from 'vitest'
import { startSandbox } from '#sandbox/server.ts'
import { api } from '#contract/api.ts'
import type { User } from '#contract/shapes.ts'
import { createPasswords, passwordDigest } from '../account/password/passwords.ts'
import { insertUser } from '../account/users.store.ts'
import { buildApp } from '../app.ts'
import { signOnRoutes } from '../applications/sign-on/routes.ts'
import { type Config, loadConfig } from '../config/config.ts'
import { uuidv7 } from '../db/ids.ts'
import type { Deps } from '../deps.ts'
import { createCaptcha } from '../gateways/captcha/create-captcha.ts'
import { stripePayments } from '../gateways/payments/stripe-payments.ts'
import { isMailStorm } from '../account/limits.ts'
import { readQueuedMail } from '../mail/outbox.ts'
import { createLimits } from '../http/limits/limits.ts'
import { identifyShop } from '../gateways/payments/shop-identity.store.ts'
import { paymentWebhook } from '../recharge/payments/webhook.ts'
import { loadContent } from '../site/content/load-content.ts'
import { type Client, createClient, type Visitor } from './client.ts'
import { createTestDatabase, LIMITS_FACTOR, type TestDatabase } from './database/test-database.ts'
import { freePorts } from './free-ports.ts'

/** Defaults of `newUser`. */
export const PASSWORD = 'correct horse battery'

/** The lowest cost that argon2 accepts, so that tests do not wait for hashes. */
const CHEAP_HASH = { memoryCost: 8, timeCost: 1, parallelism: 1 }
/** Small beside the plans of tests, whatever the operator's content gives. */
const WELCOME = { amount: 200, days: 7 }
const CHEAP_CAPTCHA = { cost: 1, guesses: 10 }

interface Options {
  /** A real payment sandbox over HTTP, with its webhooks; without it every call to the provider fails. */
  payments?: boolean
  /** Another node on the same database. */
  database?: TestDatabase
  /** Settings by their names in the environment. */
  environment?: Record<string, string>
  /** Parts to replace. */
  deps?: Partial<Deps>
}

export interface TestUser extends Client {
  user: User
  password: string
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/** The whole server on a database of its own; `await using` takes everything down again. */
export async function startTestServer(options: Options = {}) {
  const cleanup = new AsyncDisposableStack()
  const database = options.database ?? cleanup.use(await createTestDatabase())
  const { sql } = database
  const { port, sandboxPort } = await freePorts()
  const config = testConfig({
    LIMITS_FACTOR,
    PORT: port,
    SANDBOX_PORT: sandboxPort,
    ...options.environment,
  })
  let offsetMs = 0
  let stoppedAt: number | null = null
  const limits = createLimits(sql)
  const content = loadContent('content', config.payments.methods)
  const deps: Deps = {
    config,
    sql,
    now: () => new Date((stoppedAt ?? Date.now()) + offsetMs),
    log: pino({ level: 'error' }),
    content: { ...content, site: { ...content.site, welcomeCredit: WELCOME } },
    captcha: createCaptcha({
      config,
      sql,
      isUnderAttack: () => isMailStorm(limits),
      work: CHEAP_CAPTCHA,
    }),
    payments: stripePayments(config.payments),
    shop: await identifyShop(sql),
    passwords: createPasswords(config.secretKey, CHEAP_HASH),
    limits,
    ...options.deps,
  }
  const signOn = signOnRoutes(deps, { keysKeptMs: 0 })
  const app = await buildApp(deps, { routes: [paymentWebhook(deps), signOn.routes] })
  cleanup.defer(() => app.close())
  if (options.payments === true) {
    await app.listen({ port, host: '127.0.0.1' })
    cleanup.use(await sandboxFor(config, sandboxPort))
  }

  async function newUser({
    email = `user-${uuidv7()}@example.com`,
    password = PASSWORD,
    ...visitor
  }: Visitor & { email?: string; password?: string } = {}): Promise<TestUser> {
    await insertUser(sql, {
      id: uuidv7(),
      email,
      passwordHash: await deps.passwords.hash(passwordDigest(password)),
      nickname: 'Ann',
      source: null,
      now: deps.now(),
    })
    return login(email, password, visitor)
  }

  async function login(
    email: string,
    password: string = PASSWORD,
    visitor: Visitor = {},
  ): Promise<TestUser> {
    const client = createClient(app, visitor)
    const { status, body } = await client.call(api.account.login, {
      email,
      password: passwordDigest(password),
    })
    if (status !== 200) throw new Error(`login of ${email}: ${status} ${body.code}`)
    return { ...client, user: body.data.user, password }
  }

  return {
    app,
    openProvider: signOn.openProvider,
    config,
    database,
    deps,
    sql,
    /** A browser without cookies. */
    visitor: (visitor: Visitor = {}): Client => createClient(app, visitor),
    /** Creates an account without a mailed code, and a browser logged in to it. */
    newUser,
    /** Another browser of this account. */
    login,
    /** Moves the server's clock; limits and captchas keep real time. */
    advance(ms: number): void {
      offsetMs += ms
    },
    /** Stops the server's clock; only `advance` moves it from now on. */
    stopClock(): void {
      stoppedAt = Date.now()
    },
    /** The server's clock goes again and shows the real time. */
    resetClock(): void {
      stoppedAt = null
      offsetMs = 0
    },
    /** Every mail that is in the outbox, oldest first. */
    mails: (to?: string): Promise<TestMail[]> => mailsIn(database, config, to),
    async solveCaptcha(client: Client = createClient(app)): Promise<string> {
      const { body } = await client.call(api.site.captchaChallenge, {})
      return solve(body.data.challenge)
    },
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

export interface TestMail {
  replyTo?: string | undefined
  to: string
  subject: string
  text: string
  html: string
}

async function mailsIn(
  { sql }: TestDatabase,
  config: Pick<Config, 'secretKey'>,
  to?: string,
): Promise<TestMail[]> {
  const rows = await sql<{ payload: unknown }>`
    select payload from jobs where kind = 'mail' and payload <> '{}' order by created_at, id`
  return rows
    .map(({ payload }) => readQueuedMail(config, payload))
    .filter((mail) => to === undefined || mail.to === to)
}

/** Solves as the browser does: the challenge and its solution as base64 of JSON. */
export async function solve(given: object): Promise<string> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library reads what the library wrote
  const challenge = given as Parameters<typeof solveChallenge>[0]['challenge']
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

function testConfig(environment: Record<string, string | number>): Config {
  const settings = Object.entries(environment).map(([name, value]) => [name, String(value)])
  return loadConfig({
    NODE_ENV: 'test',
    SECRET_KEY: 'test-only-0123456789-abcdefghijklmnopqrstuvw',
    ...Object.fromEntries(settings),
  })
}

async function sandboxFor(config: Config, port: number): Promise<AsyncDisposable> {
  const dir = await mkdtemp(join(inject('testFolder'), 'sandbox-'))
  const { payments } = config
  const sandbox = await startSandbox({
    dir,
    port,
    secretKey: payments.secretKey,
    publishableKey: payments.publishableKey,
    webhook: {
      url: `http://127.0.0.1:${config.port}/webhooks/stripe`,
      secret: payments.webhookSecrets[0] ?? '',
    },
    processingMs: 200,
  })
  return {
    async [Symbol.asyncDispose]() {
      await sandbox.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}
