import { createHash } from 'node:crypto'
import { decryptText, encryptText } from '../lib/encrypted-text.ts'
import { AppError } from '../http/app-error.ts'
import {
  computeMac,
  derivePurposeKey,
  isSameText,
  type KeyPurpose,
  secretKeysOf,
} from '../http/keys.ts'

/** Loaded with the first code: most shops start without one. */
const library = () => import('otplib')

/** Seconds of one code. */
const STEP_S = 30
/** A code of the step before or after is accepted: phones are not exact. */
const TOLERANCE_S = STEP_S
const TICKET_MS = 30 * 60 * 1000

/** Under which key secrets are encrypted and tickets signed. */
export interface TotpKeys {
  secretKey: string
  purpose: Extract<KeyPurpose, 'console-code' | 'customer-code'>
  now: Date
}

export interface NewTotp {
  secret: string
  /** `otpauth://…`, for a QR code. */
  uri: string
  ticket: string
}

/**
 * A secret for an authenticator app. Nothing is stored: the ticket holds it, signed for `who`, until the first code
 * shows that the app has it.
 */
export async function newTotp(
  { now, ...keys }: TotpKeys,
  { who, issuer, label }: { who: string; issuer: string; label: string },
): Promise<NewTotp> {
  const { generateSecret, generateURI } = await library()
  const secret = generateSecret()
  const until = String(now.getTime() + TICKET_MS)
  return {
    secret,
    uri: generateURI({ issuer, label, secret }),
    ticket: `${secret}.${until}.${ticketMac(keys, who, secret, until)}`,
  }
}

/** The secret of a ticket, encrypted for the database, when the code is one of it. Throws VALIDATION. */
export async function openTicket(
  { secretKey, purpose, now }: TotpKeys,
  { ticket, who, code }: { ticket: string; who: string; code: string },
): Promise<{ sealedSecret: Buffer; step: number }> {
  const [secret = '', until = '', mac = ''] = ticket.split('.')
  const isOurs = secretKeysOf(secretKey).some((key) =>
    isSameText(mac, ticketMac({ secretKey: key, purpose }, who, secret, until)),
  )
  if (!isOurs || !(Number(until) > now.getTime())) {
    throw wrongCode('验证已超时，请重新扫描二维码')
  }
  const step = await matchStep(secret, code, now)
  if (step === null) throw wrongCode('验证码不正确，请核对手机时间后重新输入')
  return { sealedSecret: encryptText(secretKey, purpose, secret), step }
}

/**
 * The time step whose code it is; null for none near now, and for a secret that no key of SECRET_KEY opens. The caller
 * records the step, so that the code serves once.
 */
export async function matchSealedStep(
  { secretKey, purpose, now }: TotpKeys,
  sealedSecret: Uint8Array,
  code: string,
): Promise<number | null> {
  const secret = openSecret({ secretKey, purpose }, sealedSecret)
  return secret === null ? null : matchStep(secret, code, now)
}

/** Identifies an authenticator without its secret; the same after the secret was encrypted under another SECRET_KEY. */
export function fingerprintSecret(
  keys: Pick<TotpKeys, 'secretKey' | 'purpose'>,
  sealedSecret: Uint8Array,
): string {
  return createHash('sha256')
    .update(openSecret(keys, sealedSecret) ?? sealedSecret)
    .digest('base64url')
}

/** Null when no key of SECRET_KEY opens it. */
function openSecret(
  { secretKey, purpose }: Pick<TotpKeys, 'secretKey' | 'purpose'>,
  sealedSecret: Uint8Array,
): string | null {
  try {
    return decryptText(secretKey, purpose, sealedSecret)
  } catch {
    return null
  }
}

/** What to say about a code whose step was used. */
export function usedCodeSentence(now: Date): string {
  const seconds = STEP_S - (Math.floor(now.getTime() / 1000) % STEP_S)
  return `该验证码已使用，请等待下一个，约 ${seconds} 秒`
}

async function matchStep(secret: string, code: string, now: Date): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000)
  const { verify } = await library()
  const checked = await verify({ secret, token: code, epoch, epochTolerance: TOLERANCE_S })
  return checked.valid ? Math.floor(epoch / STEP_S) + checked.delta : null
}

function wrongCode(sentence: string): AppError {
  return new AppError('VALIDATION', { message: sentence, fields: { code: sentence } })
}

function ticketMac(
  { secretKey, purpose }: Omit<TotpKeys, 'now'>,
  who: string,
  secret: string,
  until: string,
): string {
  return computeMac(derivePurposeKey(secretKey, purpose), who, secret, until).toString('base64url')
}
