import { randomBytes } from 'node:crypto'
import { sha256 } from '../lib/sha256.ts'

const CODES = 10
/** 80 bits: 16 letters and digits. */
const BYTES = 10
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Ten new codes such as `ABCD-EFGH-IJKL-MNOP`, and their hashes: only these are stored. */
export function createRecoveryCodes(): { codes: string[]; hashes: Buffer[] } {
  const codes = Array.from({ length: CODES }, createRecoveryCode)
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

function createRecoveryCode(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = Array.from(bits.matchAll(/.{5}/g), ([five]) => LETTERS[Number.parseInt(five, 2)])
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): Buffer {
  return sha256(code.replaceAll('-', ''))
}
