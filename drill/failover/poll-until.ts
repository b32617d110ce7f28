import { setTimeout as delay } from 'node:timers/promises'

const POLL_MS = 100

/** Asks again and again until the answer is not null. Throws after the limit, with what was waited for. */
export async function pollUntil<T>(
  what: string,
  limitMs: number,
  ask: () => Promise<T | null> | T | null,
): Promise<T> {
  for (const deadline = performance.now() + limitMs; ; await delay(POLL_MS)) {
    const answer = await ask()
    if (answer !== null) return answer
    if (performance.now() > deadline) throw new Error(`no ${what} within ${limitMs / 1_000} s`)
  }
}
