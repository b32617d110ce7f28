import * as z from 'zod/mini'
import { webAuthnJson } from './shapes.ts'

/** Field rules of the console's forms; operators see their messages. */

const NAME_MAX = 40

/** One visible line. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u

export function shortName(what: string) {
  return z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `请输入${what}`),
      z.maxLength(NAME_MAX, `${what}最多 ${NAME_MAX} 个字`),
      z.regex(ONE_LINE, `${what}不能包含控制字符`),
    )
}

/** Six digits of an authenticator app; copied spaces and full-width digits are accepted. */
export const authenticatorCode = z.string().check(
  z.overwrite((text) => text.normalize('NFKC').replaceAll(/\s/g, '')),
  z.minLength(1, '请输入验证器里的 6 位数字'),
  z.regex(/^\d{6}$/, '验证码是 6 位数字'),
)

/** 16 characters of base32 in four groups; case, spaces and hyphens do not matter. */
export const recoveryCode = z.string().check(
  z.overwrite((text) => text.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')),
  z.minLength(1, '请输入恢复码'),
  z.regex(/^[A-Z2-7]{16}$/, '恢复码是 16 个字母或数字'),
)

/** The token of a mailed or printed link. */
export const linkToken = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接不完整，请重新复制整条链接'))

/** What the browser's passkey dialog returned. */
export const webAuthnResponse = webAuthnJson

export const opaqueTicket = z.string().check(z.minLength(1), z.maxLength(500))
