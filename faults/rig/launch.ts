import { join } from 'node:path'
import type { Launch } from '#harness/supervised-app.ts'
import type { CrashPoint } from '../crash-points.ts'

const PRELOADS = join(import.meta.dirname, '../preload')

/** Launches the app with its clock shifted by `offsetMs()`, which is called at each launch. */
export function withWrongClock(offsetMs: () => number): () => Launch {
  return () => ({
    imports: [join(PRELOADS, 'clock.ts')],
    env: { FAULTS_CLOCK_MS: String(offsetMs()) },
  })
}

/** Launches the app so that it dies with this chance each time it passes the point. */
export function withCrashPoint(
  point: CrashPoint,
  { percent, seed }: { percent: number; seed: () => number },
): () => Launch {
  return () => ({
    imports: [join(PRELOADS, 'crash-point.ts')],
    env: {
      FAULTS_CRASH_POINT: point,
      FAULTS_CRASH_PERCENT: String(percent),
      FAULTS_CRASH_SEED: String(seed()),
    },
  })
}
