import { AppError } from '../../http/app-error.ts'
import { digestOf, type Passwords } from './passwords.ts'

/** All that can be judged of a password by its digest: it is not a common one and not the address. */
export function refuseWeakDigest(
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
