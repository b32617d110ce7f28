import { createHash } from 'node:crypto'
import type { State } from '../storage/state.ts'
import { matchesPattern, noFaults, type FaultCount, type FaultPlan } from './plan.ts'

/** The fault for this call, or this delivery of an event, if any; counts it in the state. */
export function chooseFault<List extends FaultCount['list']>(
  state: State,
  list: List,
  name: string,
): FaultPlan[List][number] | undefined {
  const plan = state.get('faults', 'plan') ?? noFaults
  const rules: FaultPlan[List] = plan[list]
  if (rules.length === 0) return undefined
  return state.change((change) => {
    const key = `${list}/${name}`
    const count = change.get('faultCounts', key) ?? { list, name, met: 0, done: {} }
    const hit = rules.find(
      ({ on, percent }, place) =>
        matchesPattern(on, name) && chance(plan.seed, key, count.met, place) * 100 < percent,
    )
    const done = hit ? { ...count.done, [hit.fault]: (count.done[hit.fault] ?? 0) + 1 } : count.done
    change.put('faultCounts', key, { ...count, met: count.met + 1, done })
    return hit
  })
}

/** From 0 to below 1; depends on its arguments alone. */
function chance(seed: number, key: string, time: number, rule: number): number {
  const digest = createHash('sha256').update(`${seed}/${key}/${time}/${rule}`).digest()
  return digest.readUIntBE(0, 6) / 2 ** 48
}
