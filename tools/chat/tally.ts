import { estimateTokens } from '../wire/tokens.ts'
import type { Usage } from './models.ts'
import type { AnswerPart } from './upstream.ts'

export interface Tally {
  add(part: AnswerPart): void
  /** The model has written something. */
  hasBegun(): boolean
  isFinished(): boolean
  /** As the upstream reports it, else as it was counted here. */
  usage(): Usage
}

/** Counts an answer to a request of about so many tokens. Most upstreams send a token a piece. */
export function createTally(input: number): Tally {
  let reported: Usage | null = null
  let isLast = false
  let isFinished = false
  let pieces = 0
  let written = ''
  return {
    add(part) {
      // a report that words follow is not of all of them
      if (part.written !== '') isLast = false
      if (part.usage !== null) [reported, isLast] = [part.usage, true]
      isFinished ||= part.isFinished
      if (part.written !== '') pieces += 1
      written += part.written
    },
    hasBegun: () => pieces > 0,
    isFinished: () => isFinished,
    usage() {
      const { output = 0, cached = 0, reasoning = 0 } = reported ?? {}
      const counted = Math.max(pieces, estimateTokens(written))
      return {
        input: reported?.input || input,
        output: isLast && output > 0 ? output : Math.max(output, counted),
        ...{ cached, reasoning },
      }
    },
  }
}
