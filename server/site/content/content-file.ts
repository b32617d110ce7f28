import { join } from 'node:path'
import type * as z from 'zod/mini'
import { readTextFile } from '../../lib/text-file.ts'
import { lineOfSyntaxError } from './json-places.ts'
import { fillJsonPlaceholders, type ValueOf } from './placeholders.ts'

/** All mistakes in the operator's files, each with its file and place. */
export class ContentError extends Error {
  override name = 'ContentError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`内容有 ${problems.length} 处问题：\n${problems.map((line) => `  - ${line}`).join('\n')}`)
    this.problems = problems
  }
}

/** site.json and plans.json have no placeholders. */
const AS_WRITTEN: ValueOf = () => undefined

/** Parses one JSON file of the content folder; null when it has mistakes, which are added to `problems`. */
export function readContentFile<Schema extends z.ZodMiniType>(
  folder: string,
  name: string,
  schema: Schema,
  problems: string[],
  valueOf = AS_WRITTEN,
): z.output<Schema> | null {
  const file = readTextFile(join(folder, name))
  if (file === null || 'reason' in file) {
    problems.push(`${name}：${file?.reason ?? `找不到这个文件（目录 ${folder}）`}`)
    return null
  }
  const { text } = file
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    problems.push(`${name}：第 ${lineOfSyntaxError(text)} 行不是合法的 JSON`)
    return null
  }
  const filled = fillJsonPlaceholders(value, valueOf, (place, reason) => {
    problems.push(`${name}：${place} ${reason}`)
  })
  const parsed = schema.safeParse(filled)
  if (parsed.success) return parsed.data
  problems.push(...parsed.error.issues.map((issue) => `${name}：${describeIssue(issue)}`))
  return null
}

const TYPES: Record<string, string> = {
  string: '文字（加双引号）',
  number: '数字（不加引号）',
  int: '整数（不加引号）',
  boolean: 'true 或 false',
  array: '列表 [ … ]',
  object: '对象 { … }',
}

type Issue = z.core.$ZodIssue

/** A mistake of the schema with its place. */
export function describeIssue(issue: Issue): string {
  const place = issue.path.reduce<string>((path, key) => {
    if (typeof key === 'number') return `${path}[${key}]`
    return path === '' ? String(key) : `${path}.${String(key)}`
  }, '')
  const sentence = sentenceOf(issue)
  return place === '' ? sentence : `${place} ${sentence}`
}

function sentenceOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `应为${TYPES[issue.expected] ?? issue.expected}，缺少或类型不对`
    case 'unrecognized_keys':
      return `有不认识的字段：${issue.keys.join('、')}`
    case 'invalid_value':
      return `应为 ${issue.values.map(String).join('、')} 之一`
    case 'invalid_union':
      return `应为 ${optionsOf(issue)} 之一`
    case 'too_small':
      if (issue.origin === 'array') return `至少 ${issue.minimum} 项`
      return issue.origin === 'string' ? '不能为空' : `不能小于 ${issue.minimum}`
    case 'too_big':
      if (issue.origin === 'array') return `最多 ${issue.maximum} 项`
      return issue.origin === 'string' ? `最多 ${issue.maximum} 个字` : `不能大于 ${issue.maximum}`
    default:
      return issue.message
  }
}

function optionsOf(issue: z.core.$ZodIssueInvalidUnion): string {
  return 'options' in issue ? (issue.options ?? []).map(String).join('、') : ''
}
