import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'
import type { Query } from '../db/sql.ts'
import { AppError } from '../http/app-error.ts'
import { derivePurposeKey, computeMac, secretKeysOf } from '../http/keys.ts'
import { type CodeKey, storeCode, consumeCode, consumeCodeTry } from './codes.store.ts'

export const CODE_LIFETIME_MS = 10 * 60 * 1000
export const CODE_TRIES = 5

/** Said only of a code that this asker was sent. */
const REPLACED = '已发送新的验证码，请输入最新一封邮件中的验证码'

/** The answer of every call that sends a code, in seconds. */
export const CODE_SENT = { expiresIn: CODE_LIFETIME_MS / 1000, resendIn: 60 } as const

/** Creates a six-digit code that replaces the asker's earlier one, and returns it for the mail. */
export async function createCode(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Query,
  { userId = null, ...key }: CodeKey & { userId?: string | null },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const at = now()
  await storeCode(tx, {
    ...key,
    userId,
    mac: computeCodeMac(config.secretKey, key, code),
    tries: CODE_TRIES,
    now: at,
    expiresAt: new Date(at.getTime() + CODE_LIFETIME_MS),
  })
  return code
}

/**
 * Compares a code with the asker's own and uses up one try, right or wrong; codes of other askers are not
 * touched. Returns a function that consumes the code: call it in the transaction of the action that the code
 * permits. Throws CODE_WRONG or CODE_EXPIRED.
 */
export async function checkCode(
  { config, sql, now }: Pick<Deps, 'config' | 'sql' | 'now'>,
  { code, ...key }: CodeKey & { code: string },
): Promise<(tx: Query) => Promise<void>> {
  const stored = await consumeCodeTry(sql, { ...key, now: now() })
  if (stored === null) throw createCodeError('CODE_EXPIRED')
  const macs = secretKeysOf(config.secretKey).map((each) => computeCodeMac(each, key, code))
  const isTyped = (known: Buffer) => macs.some((mac) => timingSafeEqual(known, mac))
  const { mac, replaced } = stored
  if (!isTyped(mac))
    throw createCodeError('CODE_WRONG', replaced.some(isTyped) ? REPLACED : undefined)
  return async (tx) => {
    if (!(await consumeCode(tx, { ...key, mac }))) throw createCodeError('CODE_EXPIRED')
  }
}

function computeCodeMac(
  secretKey: string,
  { purpose, email, asker }: CodeKey,
  code: string,
): Buffer {
  return computeMac(derivePurposeKey(secretKey, 'code'), purpose, email, asker, code)
}

function createCodeError(failure: 'CODE_WRONG' | 'CODE_EXPIRED', sentence?: string): AppError {
  const message = sentence ?? new AppError(failure).message
  return new AppError(failure, { message, fields: { code: message } })
}
