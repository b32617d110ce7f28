import type { Turn } from '../wire/picture.ts'

export interface ToPictureWorker {
  bytes: Uint8Array
  turn: Turn
}

/** A piece of text and where it stands in the picture, in pixels: its corner if it stood level around its middle. */
export interface TextBox {
  text: string
  x: number
  y: number
  width: number
  height: number
  /** How far it falls to the right, in radians. */
  slope: number
}

/** Of the one picture that the thread has; `boxes`, `refused` and `failed` end it. */
export type FromPictureWorker =
  | { type: 'progress'; done: number; of: number }
  | { type: 'boxes'; boxes: TextBox[] }
  /** The message is for the user. */
  | { type: 'refused'; message: string }
  | { type: 'failed'; message: string }
