import { relative, sep } from 'node:path'

/** As one would type it here; a folder elsewhere in full. */
export function shortPath(path: string): string {
  const inside = relative('', path)
  return inside.startsWith('..') ? path : `.${sep}${inside}`
}
