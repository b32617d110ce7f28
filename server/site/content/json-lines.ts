import { join } from 'node:path'
import { readTextFile } from '../../text-file.ts'

type Path = readonly (string | number)[]

/** A problem such as `site.json：support[0].url 应为…` with the line where that stands: `site.json：第 14 行：support[0].url 应为…`. */
export function withLine(folder: string, problem: string): string {
  const [, file, written = '', rest = ''] = PLACED.exec(problem) ?? []
  const [, unknown] = /^ ?有不认识的字段：(\w+)/.exec(rest) ?? []
  const path = [...pathOf(written), ...(unknown === undefined ? [] : [unknown])]
  if (file === undefined || path.length === 0) return problem
  const line = lineOf(readText(join(folder, file)), path)
  return line === null ? problem : `${file}：第 ${line} 行：${written}${rest}`
}

const PLACED = /^([\w-]+\.json)：((?:\.?[\w-]+|\[\d+\])*)(.*)$/s

/** The line on which the value at this path of a JSON text begins, or the nearest thing around it. */
export function lineOf(text: string | null, path: Path): number | null {
  if (text === null) return null
  const places = placesIn(text)
  for (let length = path.length; length >= 0; length--) {
    const offset = places.get(JSON.stringify(path.slice(0, length)))
    if (offset !== undefined) return text.slice(0, offset).split('\n').length
  }
  return null
}

function pathOf(written: string): Path {
  return [...written.matchAll(/\[(\d+)\]|([\w-]+)/g)].map(([, index, key]) =>
    index === undefined ? (key ?? '') : Number(index),
  )
}

const STRING = /"(?:[^"\\]|\\.)*"/y
const SCALAR = /[^\s,\]}]+/y

/** Where each value of a valid JSON text begins, by its path. */
function placesIn(text: string): Map<string, number> {
  const places = new Map<string, number>()
  let at = 0

  function skip(pattern: RegExp): string {
    pattern.lastIndex = at
    const [found = ''] = pattern.exec(text) ?? []
    at += found.length
    return found
  }
  const skipSpace = () => void skip(/[\s,:]*/y)

  function walk(path: Path): void {
    skipSpace()
    places.set(JSON.stringify(path), at)
    const opening = text[at]
    if (opening !== '{' && opening !== '[') {
      skip(opening === '"' ? STRING : SCALAR)
      return
    }
    at++
    for (let index = 0; ; index++) {
      skipSpace()
      if (at >= text.length) return
      if (text[at] === '}' || text[at] === ']') {
        at++
        return
      }
      if (opening === '[') walk([...path, index])
      else walk([...path, keyOf(skip(STRING))])
    }
  }

  walk([])
  return places
}

function keyOf(written: string): string {
  const key: unknown = JSON.parse(written)
  return String(key)
}

function readText(file: string): string | null {
  const read = readTextFile(file)
  return read !== null && 'text' in read ? read.text : null
}
