/** A time span around now. */
export interface TimeWindow {
  from: Date
  until: Date
}

/**
 * `ms` before and after now. A stored time beyond `until` was written by a node with a wrong clock; queries
 * treat it as long ago instead of waiting for it.
 */
export function windowAround(now: Date, ms: number): TimeWindow {
  return { from: new Date(now.getTime() - ms), until: new Date(now.getTime() + ms) }
}
