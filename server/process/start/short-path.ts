import { relative, sep } from 'node:path'

/** The path relative to the current folder; in full when it lies elsewhere. */
export function shortPath(path: string): string {
  const inside = relative('', path)
  return inside.startsWith('..') ? path : `.${sep}${inside}`
}
