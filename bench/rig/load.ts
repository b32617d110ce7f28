import { startPeer } from './processes.ts'

/** Stands in a request for an id that is not known yet. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

/** A fixed number of requests, so that both sides of a comparison do the same work. */
export interface Load {
  port: number
  /** Whole requests as bytes on the wire; used in turn and again from the start. */
  requests: string[]
  /**
   * Sent after the answer to the request of the same place, before the connection's next request. `NO_ID` in it
   * becomes the first id of that answer; each is used once. The two count as one.
   */
  followUps?: string[]
  /** Connections kept open; each sends its next request when the last is answered. */
  connections: number
  total: number
}

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p95Ms: number
  p99Ms: number
}

export interface LoadGenerator extends AsyncDisposable {
  /** Rejects when any answer is not a 200. */
  run(load: Load): Promise<LoadResult>
}

/** A message of the generator's process. */
export type GeneratorAnswer = LoadResult | { failure: string }

/** Starts the load generator in its own process on its own core. */
export function startGenerator(): LoadGenerator {
  const peer = startPeer('bench/rig/load-generator.ts', 'generator')
  return {
    async run(load) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's answer
      const report = (await peer.request(load)) as GeneratorAnswer
      if ('failure' in report) throw new Error(report.failure)
      return report
    },
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  }
}
