import type { Customer } from '#harness/customers.ts'
import { type Chat, CREDIT_A_TOKEN, startChat } from '../chats/chat.ts'
import { checkChats } from '../check/check-chats.ts'
import type { Trap } from '../chats/gate.ts'
import { startToolsSite, type ToolsSite } from '../chats/tools-site.ts'
import type { Scenario } from '../rig/scenario.ts'
import { runJourneys } from '../shoppers/run-journeys.ts'

const BUYERS = 4
const AT_ONCE = 2
const LIMIT_MS = 120_000
/** More than any answer is long, and less than a buyer has for all of them. */
const MAX_TOKENS = 300

interface ChatRun {
  scenario: Scenario
  site: ToolsSite
  clients: { customer: Customer; key: string }[]
  chats: Chat[]
  findings: string[]
}

/**
 * Customers chat by key while the gateway is killed at each moment of its requests, and the shop too. An answer that
 * was whole for its client is charged once, any other is free, and nothing stays held or owed.
 */
export async function chatAmidCrashes(scenario: Scenario): Promise<string[]> {
  const giveUp = AbortSignal.timeout(LIMIT_MS)
  const { findings } = await runJourneys(scenario, {
    ...{ orders: BUYERS, shoppers: BUYERS, journeys: ['plain'], giveUp },
  })
  await using site = await startToolsSite(scenario)
  const clients = await Promise.all(
    scenario.customers.slice(0, BUYERS).map(async (customer) => ({
      ...{ customer, key: await site.createKey(customer) },
    })),
  )
  const run: ChatRun = { scenario, site, clients, chats: [], findings }
  await dieWhileHolding(run)
  await dieMidStream(run)
  await dieWhileCharging(run, 'call')
  await dieWhileCharging(run, 'answer')
  await dieWithoutShop(run)
  await outliveShop(run)
  await outliveModel(run)
  findings.push(...(await checkChats(scenario, site.applicationId, run.chats)))
  if (findings.length > 0) return findings
  await chatUntilCreditEnds(run)
  return [...findings, ...(await checkChats(scenario, site.applicationId, run.chats))]
}

/** Every client asks, several times at once. An answer is a token longer than the one before, by which it is found. */
function ask({ site, clients, chats }: ChatRun): Chat[] {
  return clients.flatMap(({ customer, key }) =>
    Array.from({ length: AT_ONCE }, () => {
      const asked = { url: site.app.url, key, user: customer.id, maxTokens: MAX_TOKENS }
      const chat = startChat({ ...asked, tokens: chats.length + 1 })
      chats.push(chat)
      return chat
    }),
  )
}

async function askUntilBegun(run: ChatRun): Promise<Chat[]> {
  const asked = ask(run)
  await Promise.all(asked.map(({ begun }) => begun))
  return asked
}

/** Lets the answers end, and waits until the clients have seen that. */
async function finish({ site, findings }: ChatRun, asked: readonly Chat[]): Promise<void> {
  site.model.endAll('finish')
  await expectEnds(findings, asked, 'whole')
}

async function expectEnds(
  findings: string[],
  asked: readonly Chat[],
  expected: 'whole' | 'broken',
): Promise<void> {
  const ends = await Promise.all(asked.map(({ ended }) => ended))
  const others = ends.filter((end) => end !== expected)
  if (others.length > 0)
    findings.push(`${others.length} of ${ends.length} answers were not ${expected}`)
}

/** The shop has held the credit, and the gateway has not heard of it. */
async function dieWhileHolding(run: ChatRun): Promise<void> {
  const trap = run.site.gate.trap({ call: 'holds', lost: 'answer' }, BUYERS * AT_ONCE)
  const asked = ask(run)
  await trap.full
  await run.site.app.restart(undefined, async () => trap.open())
  await expectEnds(run.findings, asked, 'broken')
}

async function dieMidStream(run: ChatRun): Promise<void> {
  const asked = await askUntilBegun(run)
  await run.site.app.restart()
  await expectEnds(run.findings, asked, 'broken')
}

/** The shop has not heard of the charge, or the gateway has not heard that it was made. */
async function dieWhileCharging(run: ChatRun, lost: Trap['lost']): Promise<void> {
  const asked = await askUntilBegun(run)
  const trap = run.site.gate.trap({ call: 'capture', lost }, BUYERS * AT_ONCE)
  await finish(run, asked)
  await trap.full
  await run.site.app.restart(undefined, async () => trap.open())
}

/** The shop is away when the answers end, and still when the gateway has started again. */
async function dieWithoutShop(run: ChatRun): Promise<void> {
  const asked = await askUntilBegun(run)
  await run.scenario.app.restart(undefined, async () => {
    await finish(run, asked)
    await run.site.app.restart()
  })
}

async function outliveShop(run: ChatRun): Promise<void> {
  const asked = await askUntilBegun(run)
  run.scenario.app.kill()
  await finish(run, asked)
  await run.scenario.app.ready()
}

async function outliveModel({ site, ...run }: ChatRun): Promise<void> {
  const asked = await askUntilBegun({ site, ...run })
  site.model.endAll('die')
  await expectEnds(run.findings, asked, 'broken')
}

/** Everybody asks for more than there is, and gets as much as there is. */
async function chatUntilCreditEnds(run: ChatRun): Promise<void> {
  const { site, scenario, clients, chats } = run
  const accounts = await scenario.sql<{ user: string; balance: number }>`
    select user_id as user, balance from credit_accounts`
  const balances = new Map(accounts.map(({ user, balance }) => [user, balance]))
  const asked = clients.map(({ customer: { id: user }, key }) => {
    const tokens = Math.floor((balances.get(user) ?? 0) / CREDIT_A_TOKEN)
    const wanted = { tokens: 2 * tokens, maxTokens: 1_000_000 }
    const chat = startChat({ url: site.app.url, key, user, ...wanted })
    return { ...chat, tokens }
  })
  chats.push(...asked)
  await Promise.all(asked.map(({ begun }) => begun))
  await finish(run, asked)
}
