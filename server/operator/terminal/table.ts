import { styleText } from 'node:util'
import { displayWidth, padToWidth, toPrintable } from './width.ts'

export interface Column<Row> {
  title: string
  of: (row: Row) => string
  align?: 'left' | 'right'
}

const GAP = '  '

/** Formats rows as a table with titles. */
export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const cells = rows.map((row) => columns.map(({ of }) => toPrintable(of(row))))
  const widths = columns.map(({ title }, at) =>
    cells.reduce((widest, line) => Math.max(widest, displayWidth(line[at]!)), displayWidth(title)),
  )
  const lineOf = (line: readonly string[]) =>
    line
      .map((cell, at) => padToWidth(cell, widths[at]!, columns[at]!.align))
      .join(GAP)
      .trimEnd()
  const titles = lineOf(columns.map(({ title }) => title))
  return [styleText('bold', titles), ...cells.map(lineOf)].join('\n')
}

/** Labelled values, one per line; null ones are left out. */
export function formatFacts(
  lines: readonly (readonly [label: string, value: string | null, ...rest: unknown[]])[],
): string {
  const known = lines.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]))
  const width = Math.max(...known.map(([label]) => displayWidth(label)))
  return known
    .map(
      ([label, value]) =>
        `${styleText('gray', padToWidth(label, width))}${GAP}${toPrintable(value)}`,
    )
    .join('\n')
}

/** Parts with an empty line between them. */
export function joinSections(...texts: readonly (string | null)[]): string {
  return texts.filter((text) => text !== null && text !== '').join('\n\n')
}
