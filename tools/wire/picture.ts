import type { Failure } from './calls.ts'

export const PICTURE_TOOL = {
  path: '/picture',
  name: '图片转文字',
  intro: '上传、粘贴或拍照，识别成文字和表格。图片在本站服务器上识别，完成即删除。',
}

/** Price of a read picture in credit: one a character, within two bounds. */
export const LEAST_PRICE = 100
export const MOST_PRICE = 3_000

export const MOST_PICTURES = 9
const MEBIBYTE = 2 ** 20
export const MOST_PICTURE_BYTES = 10 * MEBIBYTE
/** Of all pictures of a job. */
export const MOST_BYTES = 40 * MEBIBYTE
export const MOST_PIXELS = 40_000_000

export function writePriceRule(unit: string): string {
  return `每字 1 ${unit}，每张最少 ${LEAST_PRICE}、最多 ${MOST_PRICE.toLocaleString('en')} ${unit}`
}

export const LIMIT_RULE = `JPG、PNG、WebP、GIF，每张不超过 ${MOST_PICTURE_BYTES / MEBIBYTE} MB、4,000 万像素，一次最多 ${MOST_PICTURES} 张、共 ${MOST_BYTES / MEBIBYTE} MB`

export function priceOfPicture(characters: number): number {
  return Math.min(MOST_PRICE, Math.max(LEAST_PRICE, characters))
}

/** Degrees to the right by which a picture is turned before it is read. */
export type Turn = 0 | 90 | 180 | 270

/** Text as it was read, simplified, or in the traditional characters of Taiwan or Hong Kong. */
export type Script = 'source' | 'cn' | 'tw' | 'hk'

export interface PictureText {
  /** Rows by line feeds; the cells of a row by tabs, also where a cell of the table is empty. */
  rows: Record<Script, string>
  /** First row of the table and the row behind its last; null: the rows show none. */
  table: [from: number, to: number] | null
  characters: number
  cost: number
}

/** A line of the answer to a job of pictures; `done` or `failed` is the last. Pictures are counted from 0. */
export type PictureEvent =
  | { type: 'held'; amount: number; available: number }
  /** So many pictures of anybody's come first. */
  | { type: 'waiting'; picture: number; ahead: number }
  | { type: 'reading'; picture: number; done: number; of: number }
  | { type: 'read'; picture: number; characters: number; cost: number }
  /** Costs nothing; the message is for the user. */
  | { type: 'refused'; picture: number; message: string }
  | ({ type: 'done' } & FinishedPictures)
  | { type: 'failed'; error: Failure }

export interface FinishedPictures {
  /** Null: refused. */
  pictures: (PictureText | null)[]
  characters: number
  /** What was charged for all together. */
  cost: number
  /** What is left to spend; null: nothing was read, and the shop was not asked. */
  available: number | null
  /** The id of the charge in the shop; null: nothing was charged. */
  charge: string | null
  /** An earlier sending of the same order was charged, and this one was not. */
  wasPaid: boolean
}

/** The rows as lines of text. */
export function writeText(rows: string): string {
  return rows
    .split('\n')
    .map((row) => row.split('\t').filter(Boolean).join('  '))
    .join('\n')
}

/** The cells of the table; null where there is none. */
export function readCells({ rows, table }: PictureText, script: Script): string[][] | null {
  if (table === null) return null
  const lines = rows[script].split('\n').slice(...table)
  return lines.map((line) => line.split('\t'))
}

/** A spreadsheet would run it, also behind blanks and with a sign of full width. */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]/u
const NUMBER = /^[+-]?[\d.,]+%?$/

/** The cells for a spreadsheet: what it would take for a formula is kept as text by an apostrophe. */
export function writeCells(cells: readonly string[][], ending: 'tsv' | 'csv'): string {
  const rows = cells.map((row) =>
    row.map((cell) => (FORMULA.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell)),
  )
  if (ending === 'tsv') return rows.map((row) => row.join('\t')).join('\n')
  const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  return rows.map((row) => row.map(quote).join(',')).join('\r\n')
}
