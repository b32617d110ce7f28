import { readFileSync } from 'node:fs'

/** Bytes of each SHA-256 in the file: one in thirty million other passwords is rejected by mistake. */
export const DIGEST_PREFIX_BYTES = 5

/** Sorted prefixes; scripts/common-passwords.ts writes the file and names its sources. */
const FILE = new URL('common-passwords.bin', import.meta.url)
let prefixes: Buffer | undefined

/** Whether these 32 bytes are the SHA-256 of one of the most common passwords. */
export function isCommonPassword(digest: Uint8Array): boolean {
  prefixes ??= readFileSync(FILE)
  const wanted = digest.subarray(0, DIGEST_PREFIX_BYTES)
  let low = 0
  let high = prefixes.length / DIGEST_PREFIX_BYTES - 1
  while (low <= high) {
    const middle = (low + high) >>> 1
    const start = middle * DIGEST_PREFIX_BYTES
    const order = prefixes.compare(
      wanted,
      0,
      DIGEST_PREFIX_BYTES,
      start,
      start + DIGEST_PREFIX_BYTES,
    )
    if (order === 0) return true
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return false
}
