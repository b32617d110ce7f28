import * as z from 'zod/mini'
import { typedPassword } from '#contract/fields.ts'
import { isCommonPassword } from './common-passwords.ts'

export const NEW_PASSWORD_HINT = '8–64 个字符，不要用常见密码、邮箱名或站名'

/** A newly chosen password. Only the browser can check its length: the server receives a digest. */
export const newPassword = typedPassword.check(
  z.refine((password) => !isCommonPassword(password), '密码过于常见，请换一个更安全的密码'),
)

/** The repeated new password, to catch typing errors. */
export const repeatedPassword = z.string().check(z.minLength(1, '请再输入一次新密码'))

/** Parameters of the refinement that compares both passwords. */
export const PASSWORDS_DIFFER = { path: ['confirmPassword'], error: '两次输入的密码不一致' }

/** True when the password is the e-mail or its part before the @, which attackers try first. */
export function isOwnEmail(password: string, email: string): boolean {
  const typed = password.toLowerCase()
  const [name] = email.split('@')
  return typed === email || typed === name
}
