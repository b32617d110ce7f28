import { join } from 'node:path'
import { findNodeAtLocation, type ParseError, parseTree } from 'jsonc-parser'
import { readTextFile } from '../../lib/text-file.ts'

type Path = readonly (string | number)[]

/** The line of the first syntax error in a JSON text. */
export function lineOfSyntaxError(text: string): number {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true })
  return lineAt(text, errors[0]?.offset ?? 0)
}

/** Adds the line to a problem: `site.json：support[0].url 应为…` becomes `site.json：第 14 行：support[0].url 应为…`. */
export function addLineNumber(folder: string, problem: string): string {
  const [, file, place = '', rest = ''] = PROBLEM.exec(problem) ?? []
  const [, unknownKey] = /^ ?有不认识的字段：(\w+)/.exec(rest) ?? []
  const path = [...pathOf(place), ...(unknownKey === undefined ? [] : [unknownKey])]
  if (file === undefined || path.length === 0) return problem
  const read = readTextFile(join(folder, file))
  if (read === null || 'reason' in read) return problem
  const line = lineOfValue(read.text, path)
  return line === null ? problem : `${file}：第 ${line} 行：${place}${rest}`
}

const PROBLEM = /^([\w-]+\.json)：((?:\.?[\w-]+|\[\d+\])*)(.*)$/s

/** Splits `support[0].url` into keys and indexes. */
function pathOf(place: string): Path {
  return [...place.matchAll(/\[(\d+)\]|([\w-]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  )
}

/** The line where the value at this path, or else the nearest enclosing value, begins; null without either. */
function lineOfValue(text: string, path: Path): number | null {
  const root = parseTree(text)
  if (root === undefined) return null
  for (let length = path.length; length >= 0; length--) {
    const value = findNodeAtLocation(root, path.slice(0, length))
    if (value !== undefined) return lineAt(text, value.offset)
  }
  return null
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
