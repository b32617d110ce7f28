import { setTimeout as delay } from 'node:timers/promises'
import type { Query } from '#server/db/sql.ts'
import { type Chat, CREDIT_A_TOKEN } from '../chats/chat.ts'

/** Far longer than a busy machine takes to settle what is left. */
const SETTLED_MS = 20_000
const POLL_MS = 20

interface BookedChat {
  user: string
  tokens: number
  amount: number
}

/** Waits until the gateway has settled its requests, and compares what it charged with what its clients got. */
export async function checkChats(
  { sql }: { sql: Query },
  applicationId: string,
  chats: readonly Chat[],
  { settledMs = SETTLED_MS }: { settledMs?: number } = {},
): Promise<string[]> {
  const ends = await Promise.all(chats.map(async (chat) => ({ ...chat, end: await chat.ended })))
  const whole = ends.filter(({ end }) => end === 'whole').length
  // a charge ends its hold: without open ones there is nothing more to come
  let open = await listOpen(sql, applicationId)
  for (const deadline = Date.now() + settledMs; Date.now() < deadline; await delay(POLL_MS)) {
    open = await listOpen(sql, applicationId)
    if (open.length === 0) break
  }
  const charges = await sql<BookedChat>`
    select user_id as user, (usage->>'output_tokens')::integer as tokens, amount
    from credit_charges where application_id = ${applicationId}`
  const findings = open.map(({ user, amount }) => `held: ${amount} of ${user}`)
  for (const { user, tokens, end } of ends) {
    const own = charges.filter((charge) => charge.user === user && charge.tokens === tokens)
    const name = `${tokens} tokens of ${user}`
    if (own.length > 1) findings.push(`doubled: ${name} were charged ${own.length} times`)
    if (end === 'whole' && own.length === 0) findings.push(`unpaid: ${name}`)
    if (end === 'broken' && own.length > 0) findings.push(`unowed: ${name} did not come`)
    for (const { amount } of own)
      if (amount !== tokens * CREDIT_A_TOKEN) findings.push(`wrong: ${name} cost ${amount}`)
  }
  if (charges.length > whole) findings.push(`unowed: ${charges.length} charges of ${whole} answers`)
  const debts = await sql<{ user: string }>`
    select user_id as user from credit_lots where kind = 'debt' and remaining < 0`
  return [...findings, ...debts.map(({ user }) => `owed: by ${user}`)]
}

function listOpen(sql: Query, applicationId: string) {
  return sql<{ user: string; amount: number }>`
    select user_id as user, amount from credit_holds
    where application_id = ${applicationId} and state = 'open'`
}
