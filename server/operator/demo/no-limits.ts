import type { Limits } from '../../http/limits/limits.ts'

/** Limits that count nothing and refuse nobody. */
export const noLimits: Limits = {
  consume: () => Promise.resolve(1),
  consumeAll: (buckets) => Promise.resolve(buckets.map(() => 1)),
  count: () => Promise.resolve(1),
  countAll: () => Promise.resolve(),
  check: () => Promise.resolve(),
  checkAll: () => Promise.resolve(),
  used: () => Promise.resolve(0),
  release: () => Promise.resolve(),
  reset: () => Promise.resolve(),
  update: () => Promise.resolve(),
}
