/** The points in an order's processing at which the app is killed. */
export const CRASH_POINTS = [
  'order-inserted',
  'intent-created',
  'intent-stored',
  'confirmed',
  'before-commit',
  'after-commit',
  'before-reply',
] as const

export type CrashPoint = (typeof CRASH_POINTS)[number]

export function isCrashPoint(name: string): name is CrashPoint {
  return CRASH_POINTS.some((point) => point === name)
}
