import { hash, randomBytes } from 'node:crypto'
import type { Query } from '../../db/sql.ts'
import { replaceRecoveryCodes } from './factors.store.ts'

const CODES = 10
/** 80 bits: 16 letters and digits. */
const BYTES = 10
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Gives the operator ten new codes in place of the earlier ones; only their hashes are stored. */
export async function renewCodes(tx: Query, operatorId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, createRecoveryCode)
  await replaceRecoveryCodes(tx, operatorId, codes.map(hashRecoveryCode))
  return codes
}

/** `ABCD-EFGH-IJKL-MNOP` */
function createRecoveryCode(): string {
  const bits = [...randomBytes(BYTES)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = Array.from(bits.matchAll(/.{5}/g), ([five]) => LETTERS[Number.parseInt(five, 2)])
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): Buffer {
  return hash('sha256', code.replaceAll('-', ''), 'buffer')
}
