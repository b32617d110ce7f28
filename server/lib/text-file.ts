import { readFileSync } from 'node:fs'

/** The text of a file, or why it cannot be read; null when there is no file. */
export type TextFileResult = { text: string } | { reason: string } | null

const FAILURES: Record<string, string> = {
  EACCES: '没有权限读取这个文件：请让启动网站的账号能读它',
  EISDIR: '这里应是一个文件，却是一个目录',
}

/** Reads a UTF-8 file without its byte order mark; for another encoding the reason names it. */
export function readTextFile(file: string): TextFileResult {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    return { reason: FAILURES[code] ?? `读不出这个文件（${code}）：请检查磁盘` }
  }
  const encoding = encodingOf(bytes)
  if (encoding === 'UTF-8') return { text: new TextDecoder().decode(bytes) }
  return { reason: `文件的编码${encoding}，应为 UTF-8：请在编辑器里另存为 UTF-8` }
}

function encodingOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  // text with ASCII digits and punctuation has NUL bytes in UTF-16, never in UTF-8
  if (mark === 'fffe' || mark === 'feff' || bytes.includes(0)) return '是 UTF-16'
  if (canRead(bytes, 'utf-8')) return 'UTF-8'
  return canRead(bytes, 'gb18030') ? '是 GBK' : '不是 UTF-8'
}

function canRead(bytes: Buffer, encoding: string): boolean {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes) !== undefined
  } catch {
    return false
  }
}
