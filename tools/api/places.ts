import { ApiError } from './api-error.ts'

/** Bounds what is done at once, in all and for one user: jobs, or bytes of them. */
export function createPlaces({ most, mostOfUser }: { most: number; mostOfUser: number }) {
  const taken = new Map<string, number>()
  const drained = Promise.withResolvers<void>()
  let isDraining = false

  return {
    /** Takes a place until the function that it returns is called, once. Throws rate_limit_exceeded or busy. */
    take(user: string, size = 1): () => void {
      const own = taken.get(user) ?? 0
      if (own + size > mostOfUser) throw new ApiError('rate_limit_exceeded')
      const all = taken.values().reduce((sum, count) => sum + count, 0)
      if (isDraining || all + size > most) throw new ApiError('busy')
      taken.set(user, own + size)
      return () => {
        const left = (taken.get(user) ?? size) - size
        if (left > 0) taken.set(user, left)
        else taken.delete(user)
        if (isDraining && taken.size === 0) drained.resolve()
      }
    },
    /** Gives no more places; resolves when all are free. */
    drain(): Promise<void> {
      isDraining = true
      if (taken.size === 0) drained.resolve()
      return drained.promise
    },
  }
}
