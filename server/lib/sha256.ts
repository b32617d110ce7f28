import { hash } from 'node:crypto'

/** The SHA-256 of a text. A buffer that `hash` makes itself lies outside the heap: made and collected, it costs ten times as much. */
export function sha256(text: string): Buffer {
  return Buffer.from(hash('sha256', text, 'hex'), 'hex')
}
