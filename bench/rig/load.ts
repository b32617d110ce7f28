import { startPeer } from './processes.ts'

/** A fixed amount of work, so that both sides of a comparison do the same. */
export interface Load {
  port: number
  /** Whole requests as bytes on the wire; used in turn and again from the start. */
  requests: string[]
  /** Connections kept open; each sends its next request when the last is answered. */
  connections: number
  total: number
}

export interface LoadResult {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

export interface Generator extends AsyncDisposable {
  /** Rejects when any answer is not a 200. */
  run(load: Load): Promise<LoadResult>
}

/** What the generator's process answers. */
export type Report = LoadResult | { failure: string }

/** The load generator in a process and on a core of its own. */
export function startGenerator(): Generator {
  const peer = startPeer('bench/rig/load-generator.ts', 'generator')
  return {
    async run(load) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own program's answer
      const report = (await peer.request(load)) as Report
      if ('failure' in report) throw new Error(report.failure)
      return report
    },
    [Symbol.asyncDispose]: () => peer[Symbol.asyncDispose](),
  }
}
