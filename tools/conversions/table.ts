import { parse as parseCsv } from 'csv-parse/sync'
import { parse as parseJson, type ParseError } from 'jsonc-parser'
import { ConversionError } from './conversion.ts'

const MOST_CELLS = 200_000
const MOST_COLUMNS = 1_000
/** Of names that JSON repeats in each row. */
const MOST_REPEATED = 2_000_000

/** Rows of cells, the names first, each row as long as the first. */
export type Table = readonly (readonly string[])[]

/** Reads JSON, a Markdown table, cells copied from a spreadsheet, or CSV. Throws ConversionError. */
export function readTable(text: string): Table {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) return readJson(trimmed)
  const lines = trimmed.split(/\r?\n/)
  if (isRuler(lines[1] ?? '')) return readMarkdown(lines)
  return readDelimited(trimmed)
}

/** The second line of a Markdown table. */
function isRuler(line: string): boolean {
  return /^[\s:|-]+$/.test(line) && line.includes('-') && line.includes('|')
}

function readJson(text: string): Table {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ConversionError(`JSON 的写法不对：第 ${findMistake(text)} 行附近`)
  }
  const rows: unknown[] = Array.isArray(value) ? value : [value]
  if (rows.length === 0) throw new ConversionError('JSON 里没有数据')
  if (rows.every((row) => Array.isArray(row)))
    return fillRows(rows.map((row) => row.map(writeCell)))
  const objects = rows.filter((row) => isObject(row))
  if (objects.length < rows.length)
    throw new ConversionError('JSON 应为对象的列表，例如 [{"名称": "上海"}]')
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))]
  if (names.length === 0) throw new ConversionError('JSON 里没有数据')
  requireSize(names.length, objects.length + 1)
  return [names, ...objects.map((row) => names.map((name) => writeCell(row[name])))]
}

/** The line of the first mistake. */
function findMistake(text: string): number {
  const errors: ParseError[] = []
  try {
    parseJson(text, errors, { disallowComments: true })
  } catch {
    // nested too deep
  }
  return text.slice(0, errors[0]?.offset).split('\n').length
}

function readMarkdown(lines: readonly string[]): Table {
  const rows = lines.filter((line, at) => at !== 1 && line.includes('|')).map(readMarkdownRow)
  return fillRows(rows)
}

function readMarkdownRow(line: string): string[] {
  return line
    .trim()
    .replaceAll(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) =>
      cell
        .trim()
        .replaceAll(String.raw`\|`, '|')
        .replaceAll(/<br\s*\/?>/g, '\n'),
    )
}

function readDelimited(text: string): Table {
  const first = text.split('\n', 1)[0] ?? ''
  const delimiter = first.includes('\t')
    ? '\t'
    : first.includes(',') || !first.includes(';')
      ? ','
      : ';'
  return fillRows(parse(text, delimiter))
}

function parse(text: string, delimiter: string): string[][] {
  try {
    return parseCsv(text, {
      ...{ delimiter, bom: true, relax_column_count: true, skip_empty_lines: true },
    })
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : null
    throw new ConversionError(`引号没有成对${line === null ? '' : `：第 ${line} 行附近`}`)
  }
}

function fillRows(rows: readonly (readonly string[])[]): Table {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (rows.length === 0 || width < 1) throw new ConversionError('没有找到表格')
  requireSize(width, rows.length)
  return rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''))
}

/** A short text can name a huge table: one long row among many short ones. */
function requireSize(width: number, height: number): void {
  if (width > MOST_COLUMNS)
    throw new ConversionError(`表格太大：${width} 列，最多 ${MOST_COLUMNS} 列`)
  if (width * height > MOST_CELLS)
    throw new ConversionError(`表格太大：${width} 列 ${height} 行，请分几次`)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function writeCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function writeCsv(table: Table): string {
  const quote = (cell: string) =>
    /[",\n\r]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return table.map((row) => row.map(quote).join(',')).join('\n')
}

export function writeMarkdown([names = [], ...rows]: Table): string {
  const write = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll(/\r?\n/g, '<br>')).join(' | ')} |`
  return [write(names), `| ${names.map(() => '---').join(' | ')} |`, ...rows.map(write)].join('\n')
}

/** Cells stay texts, except whole and decimal numbers that read the same again: 021 is no number. */
export function writeJson([names = [], ...rows]: Table): string {
  const keys = names.map((name, at) => (name === '' ? `第 ${at + 1} 列` : name))
  const seen = new Set<string>()
  for (const key of keys) {
    if (seen.has(key)) throw new ConversionError(`有两列都叫“${key}”，请改名再试`)
    seen.add(key)
  }
  if (keys.join('').length * rows.length > MOST_REPEATED)
    throw new ConversionError('列名太长，转成 JSON 会太大，请先改短')
  const objects = rows.map((row) =>
    Object.fromEntries(keys.map((key, at) => [key, readNumber(row[at] ?? '')])),
  )
  return JSON.stringify(objects, null, 2)
}

function readNumber(cell: string): string | number {
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/.test(cell) && String(Number(cell)) === cell
    ? Number(cell)
    : cell
}
