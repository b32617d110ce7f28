import type { Output } from '../wire/job.ts'

/** A text that cannot be converted; the message is for the user. */
export class ConversionError extends Error {
  override name = 'ConversionError'
}

/** Converts a text; calls `report` after each piece with the length of what is done, and stops when it throws. */
export type Conversion = (
  text: string,
  choice: string,
  report: (length: number) => Promise<void>,
) => Promise<Output>

const PIECE = 2_000

/** Cuts a text at ends of lines, or of sentences in long lines, into pieces of some two thousand characters. */
export function cutIntoPieces(text: string, size = PIECE): string[] {
  const parts = text.match(/[^\n。！？!?]*(?:[\n。！？!?]+|$)/g) ?? []
  const pieces: string[] = []
  let piece = ''
  for (const part of parts) {
    if (piece !== '' && piece.length + part.length > size) {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  return piece === '' ? pieces : [...pieces, piece]
}
