import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { accountLimits } from '../limits.ts'
import { findPasswordHash } from '../users.store.ts'
import { passwordDigest } from './passwords.ts'
import { isShopPassword } from './shop-words.ts'

const SHOP_WORD = '密码包含本站名称，容易被猜到，请更换'

type Needs = Pick<Deps, 'passwords' | 'content' | 'config'>

/**
 * Throws PASSWORD_WEAK when the digest is that of a common password, of a word about the shop, or of the e-mail address
 * or its local part.
 */
export function rejectWeakPassword(
  { passwords, ...shop }: Needs,
  digest: string,
  email: string,
  field = 'password',
): void {
  const own = [email, email.slice(0, email.lastIndexOf('@'))]
  const isWeak = passwords.isCommon(digest) || own.some((text) => passwordDigest(text) === digest)
  if (!isWeak && !isShopPassword(shop, digest)) return
  const message = isWeak ? new AppError('PASSWORD_WEAK').message : SHOP_WORD
  throw new AppError('PASSWORD_WEAK', { message, fields: { [field]: message } })
}

/**
 * Checks the password of a logged-in user and returns its hash; each form of it counts as a try. Throws RATE_LIMITED
 * and the error given.
 */
export async function verifyOwnPassword(
  { limits, passwords, sql }: Pick<Deps, 'limits' | 'passwords' | 'sql'>,
  userId: string,
  password: string,
  wrong: AppError,
): Promise<string> {
  for (const _form of password.split(' ')) await limits.consume(accountLimits.reauthUser, userId)
  const stored = await findPasswordHash(sql, userId)
  if (stored === null || !(await passwords.verify(stored, password, 'owner'))) throw wrong
  return stored
}

/** `field` is the input that the user sees; without a sentence the message is the catalogue's. */
export function wrongPasswordError(field: string, sentence?: string): AppError {
  const message = sentence ?? new AppError('PASSWORD_WRONG').message
  return new AppError('PASSWORD_WRONG', { message, fields: { [field]: message } })
}
