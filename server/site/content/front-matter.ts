import * as z from 'zod/mini'

/** A mistake in a text file of the operator: its line and the reason. */
export interface TextMistake {
  line: number
  reason: string
}

const FENCE = '---'
const short = z.string().check(z.minLength(1), z.maxLength(160))

const KEYS = {
  title: short,
  description: short,
  lead: short,
  note: z.optional(short),
  updated: z.iso.date(),
}
export type FrontMatter = z.output<z.ZodMiniObject<typeof KEYS>>

const REASONS: Record<keyof typeof KEYS, string> = {
  title: '应为 1–160 个字',
  description: '应为 1–160 个字',
  lead: '应为 1–160 个字',
  note: '应为 1–160 个字',
  updated: '应为日期，例如 2026-11-21',
}

interface Split {
  /** Null when it is invalid. */
  head: FrontMatter | null
  /** The line of each value in the file. */
  lines: Record<string, number>
  body: string
  /** The line in the file where the body begins. */
  bodyLine: number
  mistakes: TextMistake[]
}

/** Splits a text into its front matter (`key: value` lines between two `---`) and its body. */
export function splitFrontMatter(source: string): Split {
  const lines = source.split('\n')
  const end = lines.indexOf(FENCE, 1)
  if (lines[0] !== FENCE || end === -1) {
    const reason = lines[0] === FENCE ? '文件头没有以 --- 结束' : '文件应以 --- 开头，写明 title 等'
    return { head: null, lines: {}, body: '', bodyLine: 1, mistakes: [{ line: 1, reason }] }
  }
  const { values, places, mistakes } = readLines(lines.slice(1, end))
  const parsed = z.strictObject(KEYS).safeParse(values)
  for (const [key, schema] of Object.entries(KEYS)) {
    if (key in values || schema.safeParse(undefined).success) continue
    mistakes.push({ line: 1, reason: `文件头缺少 ${key}` })
  }
  return {
    head: parsed.success && mistakes.length === 0 ? parsed.data : null,
    lines: places,
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
    mistakes,
  }
}

function readLines(lines: readonly string[]) {
  const values: Record<string, string> = {}
  const places: Record<string, number> = {}
  const mistakes: TextMistake[] = []
  for (const [at, text] of lines.entries()) {
    // the fence is the first line of the file
    const line = at + 2
    if (text.trim() === '' || text.startsWith('#')) continue
    const [, key, written = ''] = /^(\w+):(?:\s+(.*))?$/.exec(text.trimEnd()) ?? []
    const reason = reasonAgainst(key, unquoted(written), values, text)
    if (reason !== null) mistakes.push({ line, reason })
    if (key === undefined) continue
    values[key] = unquoted(written)
    places[key] = line
  }
  return { values, places, mistakes }
}

function reasonAgainst(
  key: string | undefined,
  value: string,
  values: Record<string, string>,
  text: string,
): string | null {
  if (key === undefined) return `应为“名称: 内容”（半角冒号，后面空一格）：${text.trim()}`
  if (!isKey(key)) return `不认识的名称 ${key}，可用：${Object.keys(KEYS).join('、')}`
  if (key in values) return `${key} 重复`
  return KEYS[key].safeParse(value).success ? null : `${key} ${REASONS[key]}`
}

function isKey(name: string): name is keyof typeof KEYS {
  return Object.hasOwn(KEYS, name)
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value
}
