/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** Null is an empty cell. */
export type CsvCell = string | number | null | { number: string } | { digits: string }

/** A column of a file of such rows. */
export interface CsvColumn<Row> {
  title: string
  of: (row: Row, shop: { timeZone: string }) => CsvCell
}

/** A decimal number that is written as it is, for example `-19.90`. */
export function plainNumber(number: string): CsvCell {
  return { number }
}

/**
 * A number that names something, such as an order's. A tab follows it: spreadsheets round a number of more than 15
 * digits, and a file that they save again would name another order.
 */
export function plainDigits(digits: string): CsvCell {
  return { digits }
}

/** A line of a CSV file (RFC 4180). */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * What a spreadsheet would run as a formula is kept as text by an apostrophe; some take the signs of full width too,
 * and pass over blanks and invisible characters before them.
 */
const FORMULA = /^(?:[\t\r]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u

function csvCell(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return textCell(value)
  if ('digits' in value) {
    return /^\d+$/.test(value.digits) ? `${value.digits}\t` : textCell(value.digits)
  }
  if (!/^-?\d+(\.\d+)?$/.test(value.number)) throw new Error(`${value.number} is no number`)
  return value.number
}

function textCell(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
