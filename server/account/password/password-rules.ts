import { AppError } from '../../http/app-error.ts'
import { digestOf, type Passwords } from './passwords.ts'

/** Throws PASSWORD_WEAK for a common password and for the e-mail address itself, which digests show. */
export function rejectWeakPassword(
  passwords: Pick<Passwords, 'isCommon'>,
  digest: string,
  email: string,
  field = 'password',
): void {
  const own = [email, email.slice(0, email.lastIndexOf('@'))]
  if (!passwords.isCommon(digest) && !own.some((text) => digestOf(text) === digest)) return
  const { message } = new AppError('PASSWORD_WEAK')
  throw new AppError('PASSWORD_WEAK', { fields: { [field]: message } })
}

/** `field` is the input that the user sees; the message is the catalogue's unless given. */
export function wrongPasswordError(field: string, sentence?: string): AppError {
  const message = sentence ?? new AppError('PASSWORD_WRONG').message
  return new AppError('PASSWORD_WRONG', { message, fields: { [field]: message } })
}
