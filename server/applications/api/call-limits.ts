import type { Application } from './application-keys.store.ts'

/** A token bucket: so many calls at once, refilled by so many a second. */
interface Rate {
  burst: number
  perSecond: number
}

interface Bucket extends Rate {
  tokens: number
  /** When `tokens` was right, in milliseconds. */
  at: number
}

export interface Admission {
  isAllowed: boolean
  /** Seconds until another call is allowed; 0 when this one is. */
  retryAfter: number
  /** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-10. */
  headers: Record<string, string>
}

export interface CallLimits {
  /**
   * Counts a call, for a user or for none, unless it is refused: a refused call counts nowhere. Calls about `keys`
   * have as many as all others together.
   */
  admit(application: Application, userId: string | null, kind?: 'keys'): Admission
  bucketCount(): number
}

/** Full buckets are looked for when there are this many, and then whenever their number has doubled. */
const SWEEP_AT = 1_000

/**
 * Limits the calls of an application, and within that its calls for one user. The buckets are this node's own:
 * on n nodes an application reaches n times as much. They protect a node; credit is protected by the database.
 */
export function createCallLimits(clock: () => number = () => performance.now()): CallLimits {
  const buckets = new Map<string, Bucket>()
  let sweepAt = SWEEP_AT

  function bucketOf(name: string, { burst, perSecond }: Rate, now: number): Bucket {
    const { tokens = burst, at = now } = buckets.get(name) ?? {}
    return {
      ...{ burst, perSecond, at: now },
      tokens: Math.min(burst, tokens + ((now - at) / 1000) * perSecond),
    }
  }

  /** A full bucket is as good as none. */
  function sweep(now: number): void {
    if (buckets.size < sweepAt) return
    for (const [name, { burst, tokens, perSecond, at }] of buckets) {
      if (tokens + ((now - at) / 1000) * perSecond >= burst) buckets.delete(name)
    }
    sweepAt = Math.max(SWEEP_AT, 2 * buckets.size)
  }

  function admit(application: Application, userId: string | null, kind?: 'keys'): Admission {
    const now = clock()
    const { id, callsPerSecond, userCallsPerSecond, userBurst } = application
    const rate = { burst: callsPerSecond, perSecond: callsPerSecond }
    const asked = [
      kind === 'keys'
        ? { title: kind, name: `${id} ${kind}`, ...rate }
        : { title: 'application', name: id, ...rate },
    ]
    if (userId !== null) {
      const own = { burst: userBurst, perSecond: userCallsPerSecond }
      asked.push({ title: 'user', name: `${id} ${userId}`, ...own })
    }
    const found = asked.map((each) => ({ ...each, bucket: bucketOf(each.name, each, now) }))
    const empty = found.filter(({ bucket }) => bucket.tokens < 1)
    if (empty.length === 0) {
      for (const { name, bucket } of found) {
        bucket.tokens -= 1
        buckets.set(name, bucket)
      }
      sweep(now)
    }
    return {
      isAllowed: empty.length === 0,
      retryAfter: Math.max(0, ...empty.map(({ bucket }) => secondsUntil(bucket, 1))),
      headers: {
        'ratelimit-policy': found
          .map(
            ({ title, burst, perSecond }) =>
              `"${title}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
          )
          .join(', '),
        ratelimit: found
          .map(({ title, bucket }) => {
            const rest = Math.floor(bucket.tokens)
            return `"${title}";r=${rest};t=${secondsUntil(bucket, bucket.burst)}`
          })
          .join(', '),
      },
    }
  }

  return { admit, bucketCount: () => buckets.size }
}

function secondsUntil({ tokens, perSecond }: Bucket, wanted: number): number {
  return Math.max(0, Math.ceil((wanted - tokens) / perSecond))
}
