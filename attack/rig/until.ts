import { setTimeout as delay } from 'node:timers/promises'

const LIMIT_MS = 30_000
const POLL_MS = 50

/** Waits until it is so; throws after half a minute. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + LIMIT_MS; Date.now() < deadline; await delay(POLL_MS)) {
    if (await isSo()) return
  }
  throw new Error('it does not come about')
}
