/** A stretch of time around now. */
export interface Lately {
  from: Date
  until: Date
}

/**
 * What lies further ahead was written by a node whose clock goes wrong: it is not waited for, and counts
 * as long ago.
 */
export function lately(now: Date, ms: number): Lately {
  return { from: new Date(now.getTime() - ms), until: new Date(now.getTime() + ms) }
}
