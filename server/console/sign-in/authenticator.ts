import { generateSecret, generateURI, verify } from 'otplib'
import { decryptText, encryptText } from '../../encrypted-text.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { computeMac, derivePurposeKey, isSameText } from '../../http/keys.ts'
import type { ConsoleDeps } from '../deps.ts'
import { type CodeFactor, useCodeStep } from './factors.store.ts'

/** Seconds of one code. */
const STEP_S = 30
/** A code of the step before or after is accepted: phones are not exact. */
const TOLERANCE_S = STEP_S
const TICKET_MS = 30 * 60 * 1000

type Keys = Pick<ConsoleDeps, 'config' | 'now'>

/**
 * A secret for an authenticator app. Nothing is stored: the ticket holds it, signed for `who`, until the first code
 * shows that the app has it.
 */
export function newAuthenticator(
  { config, now, content }: Keys & Pick<ConsoleDeps, 'content'>,
  { who, email }: { who: string; email: string },
): { secret: string; uri: string; ticket: string } {
  const secret = generateSecret()
  const until = String(now().getTime() + TICKET_MS)
  const issuer = `${content.site.name} 控制台`
  return {
    secret,
    uri: generateURI({ issuer, label: email, secret }),
    ticket: `${secret}.${until}.${ticketMac(config.secretKey, who, secret, until)}`,
  }
}

/** The secret of a ticket, encrypted for the database, when the code is one of it. Throws VALIDATION. */
export async function openTicket(
  { config, now }: Keys,
  { ticket, who, code }: { ticket: string; who: string; code: string },
): Promise<{ codeSecret: Buffer; step: number }> {
  const [secret = '', until = '', mac = ''] = ticket.split('.')
  const isOurs = isSameText(mac, ticketMac(config.secretKey, who, secret, until))
  if (!isOurs || Number(until) <= now().getTime()) {
    throw wrongCode('等得太久了，请重新扫描二维码')
  }
  const step = await matchCode(secret, code, now())
  if (step === null) throw wrongCode('验证码不对，请核对手机的时间后再输入')
  return { codeSecret: encryptText(config.secretKey, 'console-code', secret), step }
}

/** Whether the code is a new one of this operator; uses it up. Throws VALIDATION for one that was used. */
export async function consumeCode(
  { config, now }: Keys,
  tx: Query,
  factor: Pick<CodeFactor, 'operatorId' | 'passwordHash' | 'codeSecret'>,
  code: string,
): Promise<boolean> {
  const { codeSecret } = factor
  const secret = codeSecret === null ? null : readSecret(config.secretKey, codeSecret)
  if (secret === null) return false
  const step = await matchCode(secret, code, now())
  if (step === null) return false
  if (await useCodeStep(tx, factor, step)) return true
  const seconds = STEP_S - (Math.floor(now().getTime() / 1000) % STEP_S)
  throw wrongCode(`这个码刚用过，请等下一个，约 ${seconds} 秒`)
}

/** Null when it was encrypted under another SECRET_KEY: the operator has to be reset. */
function readSecret(secretKey: string, codeSecret: Buffer): string | null {
  try {
    return decryptText(secretKey, 'console-code', codeSecret)
  } catch {
    return null
  }
}

/** The time step whose code it is; null for none near now. */
async function matchCode(secret: string, code: string, now: Date): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000)
  const checked = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_S })
  return checked.valid ? Math.floor(epoch / STEP_S) + checked.delta : null
}

function wrongCode(sentence: string): AppError {
  return new AppError('VALIDATION', { message: sentence, fields: { code: sentence } })
}

function ticketMac(secretKey: string, who: string, secret: string, until: string): string {
  const key = derivePurposeKey(secretKey, 'console-code')
  return computeMac(key, who, secret, until).toString('base64url')
}
