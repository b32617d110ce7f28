import { setTimeout as delay } from 'node:timers/promises'
import { api } from '#contract/api.ts'
import { createCode } from '#server/account/codes.ts'
import { hashRegistrationToken } from '#server/account/register/register-code.ts'
import { loadConfig } from '#server/config/config.ts'
import { REGISTRATION_COOKIE } from '#server/http/cookies.ts'
import { createToken } from '#server/http/sessions/session.ts'
import { CallRefused, CallUnanswered, sendCall } from '#harness/buyer-call.ts'
import { BROWSER_HEADERS } from '#harness/browser-headers.ts'
import { fetchCsrfToken, PASSWORD_DIGEST } from '#harness/customers.ts'
import { startTogether } from '../rig/at-once.ts'
import { withCrashPoint } from '../rig/launch.ts'
import type { Scenario } from '../rig/scenario.ts'

const MAILBOXES = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay']
const AT_ONCE = 'gil'
const LIMIT_MS = 120_000
const RETRY_PAUSE_MS = 200

/** Ways to write one mailbox. */
const addressesOf = (name: string) => [
  `${name}@gmail.com`,
  `${name}+shop@gmail.com`,
  `${name.slice(0, 1)}.${name.slice(1)}@googlemail.com`,
]

/**
 * Everybody registers under several addresses of one mailbox at the same time, while the app dies before or after it
 * commits what it grants, and tries again until the account is there. One of the addresses was given credit, once.
 */
export async function registerAmidCrashes(scenario: Scenario): Promise<string[]> {
  const { app } = scenario
  const giveUp = AbortSignal.timeout(LIMIT_MS)
  const findings: string[] = []
  for (const [part, point] of (['before-commit', 'after-commit'] as const).entries()) {
    const before = app.crashes()
    let seed = part
    await app.restart(withCrashPoint(point, { percent: 40, seed: () => (seed += 1) }))
    const names = MAILBOXES.filter((_, at) => at % 2 === part)
    await Promise.all(
      names.flatMap(addressesOf).map((email) => registerUntilThere(scenario, email, giveUp)),
    )
    if (app.crashes() === before) findings.push(`the app never died at ${point}`)
  }
  await app.restart()
  // all addresses of a mailbox find it without a gift before the first of them claims it
  const addresses = addressesOf(AT_ONCE)
  await startTogether(
    scenario.sql,
    { table: 'welcome_mailboxes', waiting: addresses.length, giveUp },
    addresses.map((email) => () => registerUntilThere(scenario, email, giveUp)),
  )
  for (const name of [...MAILBOXES, AT_ONCE]) findings.push(...(await checkMailbox(scenario, name)))
  return findings
}

/** Each try comes from another network, so that no limit of a network is met. */
let networks = 0

async function registerUntilThere(
  { app, env, sql }: Scenario,
  email: string,
  giveUp: AbortSignal,
): Promise<void> {
  const codes = { config: loadConfig(env), now: () => new Date() }
  while ((await sql`select 1 from users where email = ${email}`).length === 0) {
    giveUp.throwIfAborted()
    const token = createToken()
    const asker = hashRegistrationToken(token)
    const code = await createCode(codes, sql, { purpose: 'register', email, asker })
    networks += 1
    const address = { 'x-forwarded-for': `10.9.${networks >> 8}.${networks & 255}` }
    try {
      const csrf = await fetchCsrfToken(app.url, { ...address, ...BROWSER_HEADERS })
      await sendCall(app.url + api.account.register.path, {
        method: 'POST',
        headers: {
          ...BROWSER_HEADERS,
          ...address,
          cookie: `${csrf.cookie}; ${REGISTRATION_COOKIE}=${token}`,
          'x-csrf-token': csrf.token,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ email, code, password: PASSWORD_DIGEST }),
        signal: giveUp,
      })
    } catch (error) {
      // a refusal may be the answer to a repeated try whose first one was committed
      const isExpected = error instanceof CallUnanswered || error instanceof CallRefused
      if (!isExpected && !(error instanceof TypeError)) throw error
      await delay(RETRY_PAUSE_MS)
    }
  }
}

/** One gift for all addresses of a mailbox, with a lot of the same credit. */
async function checkMailbox({ sql }: Scenario, name: string): Promise<string[]> {
  const [found] = await sql<{ gifts: number; lots: number }>`
    select count(gift.user_id) as gifts, count(lot.id) as lots
    from users
      left join welcome_grants gift on gift.user_id = users.id
      left join credit_lots lot on lot.user_id = users.id and lot.kind = 'welcome' and lot.granted = gift.amount
    where email = any(${addressesOf(name)}::text[])`
  const { gifts, lots } = found!
  if (gifts === 1 && lots === 1) return []
  return [`welcome: ${name} has ${gifts} gifts and ${lots} lots of them`]
}
