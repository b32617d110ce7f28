import { readFile } from 'node:fs/promises'

export interface NodeLog {
  /** Jobs whose end could not be noted, so that they may run again. */
  unnoted: number
  /** Failures that the shop did not foresee, and lines that are no JSON. */
  findings: string[]
}

export async function readNodeLog(files: readonly string[]): Promise<NodeLog> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  return inspectLog(texts.join('\n'))
}

/** What the log of the nodes in production mode tells of failures that it should not hold. */
export function inspectLog(text: string): NodeLog {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return {
    unnoted: lines.filter((line) => line.includes('could not be noted')).length,
    findings: [
      ...lines.filter((line) => /^\s+at /.test(line)).map((line) => `raw stack: ${line.trim()}`),
      ...lines.filter((line) => line.includes('unforeseen failure')).map((line) => `log: ${line}`),
    ],
  }
}
