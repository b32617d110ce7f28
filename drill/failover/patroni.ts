import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import { MACHINES } from './local-file.ts'

const ANSWER_MS = 1_500
const REST_PORT = 8008

const report = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})
export type Member = z.output<typeof report>['members'][number]

/** All members as one of the machines sees them; empty when none answers. */
export async function readMembers(): Promise<Member[]> {
  const reports = MACHINES.map(async ({ address }) => {
    const response = await ask(address, 'cluster')
    return report.parse(await response.json()).members
  })
  return Promise.any(reports).catch(() => [])
}

/** The machine that says it is the primary. */
export async function findPrimary(): Promise<string | null> {
  const answers = MACHINES.map(async ({ name, address }) => {
    const response = await ask(address, 'primary')
    await response.body?.cancel()
    if (response.status !== 200) throw new Error('not the primary')
    return name
  })
  return Promise.any(answers).catch(() => null)
}

/** Waits for a primary that is not `former`; returns its name. */
export function untilPrimary(former: string | null, limitMs: number): Promise<string> {
  return pollUntil('a primary', limitMs, async () => {
    const primary = await findPrimary()
    return primary === former ? null : primary
  })
}

/** Waits until all three run, one of them as the primary and one as its synchronous standby. */
export async function untilWhole(limitMs: number): Promise<void> {
  await pollUntil('three members, one of them in step with the primary', limitMs, async () => {
    const members = await readMembers()
    const isWhole =
      members.filter(({ state }) => state === 'running' || state === 'streaming').length === 3 &&
      members.some(({ role }) => role === 'leader') &&
      members.some(({ role }) => role === 'sync_standby')
    return isWhole && (await findPrimary()) !== null ? true : null
  })
}

function ask(address: string, path: string): Promise<Response> {
  return fetch(`http://${address}:${REST_PORT}/${path}`, {
    signal: AbortSignal.timeout(ANSWER_MS),
  })
}

const POLL_MS = 100

/** Asks again and again until the answer is not null. Throws after the limit, with what was waited for. */
export async function pollUntil<T>(
  what: string,
  limitMs: number,
  poll: () => Promise<T | null> | T | null,
): Promise<T> {
  for (const deadline = performance.now() + limitMs; ; await delay(POLL_MS)) {
    const answer = await poll()
    if (answer !== null) return answer
    if (performance.now() > deadline) throw new Error(`no ${what} within ${limitMs / 1_000} s`)
  }
}
