import { AppError } from '../../http/app-error.ts'
import { passwordDigest, type Passwords } from './passwords.ts'

/** Throws PASSWORD_WEAK when the digest is that of a common password, of the e-mail address or of its local part. */
export function rejectWeakPassword(
  passwords: Pick<Passwords, 'isCommon'>,
  digest: string,
  email: string,
  field = 'password',
): void {
  const own = [email, email.slice(0, email.lastIndexOf('@'))]
  if (!passwords.isCommon(digest) && !own.some((text) => passwordDigest(text) === digest)) return
  const { message } = new AppError('PASSWORD_WEAK')
  throw new AppError('PASSWORD_WEAK', { fields: { [field]: message } })
}

/** `field` is the input that the user sees; without a sentence the message is the catalogue's. */
export function wrongPasswordError(field: string, sentence?: string): AppError {
  const message = sentence ?? new AppError('PASSWORD_WRONG').message
  return new AppError('PASSWORD_WRONG', { message, fields: { [field]: message } })
}
