import { setTimeout as delay } from 'node:timers/promises'
import { ignoreOutage } from '../rig/outages.ts'
import type { Scenario } from '../rig/scenario.ts'
import { listOverspent } from './read-spending.ts'

const PAUSE_MS = 1_000

/** Looks for overspent accounts again and again while applications spend; resolves with what it found. */
export async function watchSpending({ sql }: Scenario, stop: AbortSignal): Promise<string[]> {
  const findings = new Set<string>()
  while (!stop.aborted) {
    const overspent = await listOverspent(sql).catch(ignoreOutage)
    for (const line of overspent ?? []) findings.add(`overspent: ${line}`)
    await delay(PAUSE_MS, undefined, { signal: stop }).catch(() => undefined)
  }
  return [...findings]
}
