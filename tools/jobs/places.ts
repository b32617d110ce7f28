import { JobError } from './job-error.ts'

export interface Places {
  /** Does the work when there is a place for it, or throws RATE_LIMITED or BUSY. */
  withPlace<Result>(user: string, work: () => Promise<Result>, size?: number): Promise<Result>
  /** Gives no more places; resolves when all are free. */
  drain(): Promise<void>
}

/** Bounds what is done at once, in all and for one user. */
export function createPlaces({ most, mostOfUser }: { most: number; mostOfUser: number }): Places {
  const taken = new Map<string, number>()
  const drained = Promise.withResolvers<void>()
  let isDraining = false

  return {
    async withPlace(user, work, size = 1) {
      const own = taken.get(user) ?? 0
      if (own + size > mostOfUser) throw new JobError('RATE_LIMITED', { retryAfter: 2 })
      const all = taken.values().reduce((sum, count) => sum + count, 0)
      if (isDraining || all + size > most) throw new JobError('BUSY', { retryAfter: 5 })
      taken.set(user, own + size)
      try {
        return await work()
      } finally {
        const left = (taken.get(user) ?? size) - size
        if (left > 0) taken.set(user, left)
        else taken.delete(user)
        if (isDraining && taken.size === 0) drained.resolve()
      }
    },
    drain() {
      isDraining = true
      if (taken.size === 0) drained.resolve()
      return drained.promise
    },
  }
}
