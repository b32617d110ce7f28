/** How often something may happen within a time. */
interface LimitRule {
  times: number
  seconds: number
  /** Strangers can exhaust this counter, so refusals are not cached in memory. */
  canStrangersExhaust?: true
}

/** A limit of a feature; `name` begins the keys of its counters in the database. */
export interface Limit extends LimitRule {
  name: string
}

/** A counter of a limit for one key; `factor` multiplies `times` (default 1). */
export interface Bucket {
  limit: Limit
  key: string
  factor?: number
}

const names = new Set<string>()

/** Declares the limits of a feature. Throws when another feature has one of the same name. */
export function defineLimits<Name extends string>(
  rules: Readonly<Record<Name, LimitRule>>,
): Readonly<Record<Name, Limit>> {
  const limits = Object.entries<LimitRule>(rules).map(([name, rule]) => {
    if (names.has(name)) throw new Error(`two limits are called ${name}`)
    names.add(name)
    return [name, { name, ...rule }] as const
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets the names
  return Object.fromEntries(limits) as Record<Name, Limit>
}
