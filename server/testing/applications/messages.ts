import { vi } from 'vitest'
import { applicationHandlers } from '../../applications/webhooks/deliver-message.ts'
import { DEFAULT_LIMITS } from '../../applications/registry/applications.store.ts'
import { registerApplication } from '../../applications/registry/register-application.ts'
import { startJobs } from '../../jobs/worker.ts'
import { adjust } from '../credit.ts'
import { startTestServer, type TestServer } from '../harness.ts'
import { oncePerFile } from '../once-per-file.ts'

/** One server for all tests of a file: each call removes its applications, their messages and all jobs. */
export function emptyServers() {
  const serverOf = oncePerFile(() => startTestServer())
  return async () => {
    const server = await serverOf()
    await server.sql`truncate applications, jobs cascade`
    return server
  }
}

/** Registers an application of the operator's own, or another one, with a receiver of messages. */
export function registerReceiver(
  { deps }: Pick<TestServer, 'deps'>,
  webhookUrl: string | null,
  options = {},
) {
  return registerApplication(deps, {
    ...{ name: 'AI 工具', isFirstParty: true, redirectUrls: ['https://tools.test/'] },
    ...{
      logoutRedirectUrls: [],
      backchannelUrl: null,
      homeUrl: null,
      webhookUrl,
      lowCredit: 100,
      networks: [],
    },
    limits: DEFAULT_LIMITS,
    ...options,
  })
}

/** A worker that delivers messages. */
export function deliverMessages({ deps, sql }: TestServer, options = {}) {
  return startWorker(sql, applicationHandlers(deps, options))
}

/** A worker of these jobs that looks for work all the time and logs no failure. */
export function startWorker(
  sql: TestServer['sql'],
  handlers: Parameters<typeof startJobs>[0]['handlers'],
) {
  const log = { ...console, warn: () => {}, error: () => {} }
  const jobs = startJobs({ sql, handlers, log, pollMs: 20 })
  return { [Symbol.asyncDispose]: () => jobs.stop() }
}

/** Waits until the failed attempt has ended, then puts the next one to now: no test waits for its pause. */
export async function hurryMessages({ sql }: TestServer): Promise<void> {
  const hurry = () =>
    sql`update jobs set run_at = now() where state = 'waiting' and locked_until is null returning 1`
  await vi.waitUntil(async () => (await hurry()).length > 0, { timeout: 10_000, interval: 20 })
}

export const listMessages = ({ sql }: TestServer) =>
  sql<{
    type: string
    state: string
    tries: number
    data: Record<string, unknown>
    lastError: string | null
  }>`select type, state, tries, data, last_error as "lastError" from application_messages order by created_at, id`

/** A new customer whose balance falls below the threshold: a message credit.low. */
export async function fallBelowThreshold(server: TestServer) {
  const ann = await server.newUser()
  await adjust(server, ann, { delta: 150 })
  await adjust(server, ann, { delta: -60 })
  return ann
}
