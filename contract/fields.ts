import * as z from 'zod/mini'

/** Field rules shared by forms and server; users see their messages. */

const EMAIL_MAX = 254
/** A longer text is refused as it is: stripping punctuation takes quadratic time. */
const TYPED_MAX = 2 * EMAIL_MAX

// of every runtime, while the contract knows neither browser nor Node
declare const URL: new (address: string) => { hostname: string }

const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([a-z\d][a-z\d-]*\.)+([a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/

/**
 * Stored and compared in lower case, an international domain as Punycode. Full-width characters, invisible marks and
 * punctuation around a copied address are no part of it.
 */
export const email = z.string().check(
  z.overwrite((text) => (text.length > TYPED_MAX ? text : plainEmail(text))),
  z.minLength(1, '请输入邮箱'),
  z.maxLength(EMAIL_MAX, '邮箱地址过长'),
  z.regex(EMAIL, '请输入正确的邮箱地址'),
)

function plainEmail(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('。', '.')
    .replaceAll(/^[\s<]+|[^\p{L}\p{N}]+$/gu, '')
    .toLowerCase()
  const [, name, domain = ''] = /^([^@]+@)([\p{L}\p{M}\p{N}.-]+)$/u.exec(plain) ?? []
  if (!/[^\0-\x7f]/.test(domain)) return plain
  try {
    return `${name}${new URL(`https://${domain}`).hostname}`
  } catch {
    return plain
  }
}

/** Six digits from a mail; copied spaces and full-width digits are accepted. */
export const emailCode = z.string().check(
  z.overwrite((text) => text.normalize('NFKC').replaceAll(/\s/g, '')),
  z.minLength(1, '请输入验证码'),
  z.regex(/^\d{6}$/, '请输入 6 位数字验证码'),
)

/** base64(SHA-256(utf8(password))) in its canonical form: 32 bytes, 44 characters. */
export const passwordDigest = z
  .string()
  .check(z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/, '密码格式不正确'))

/**
 * A password that the server compares. After a space the digest of the form as typed may follow, where that is not
 * Unicode's composed one: older accounts stored it.
 */
export const knownPassword = z
  .string()
  .check(
    z.regex(
      /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=( [A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=)?$/,
      '密码格式不正确',
    ),
  )

const PASSWORD_MIN = 8
const PASSWORD_MAX = 64

/** A password as a person types it; never trimmed. */
export const typedPassword = z
  .string()
  .check(
    z.minLength(1, '请输入密码'),
    z.minLength(PASSWORD_MIN, `密码最少 ${PASSWORD_MIN} 个字符`),
    z.maxLength(PASSWORD_MAX, `密码最多 ${PASSWORD_MAX} 个字符`),
  )

/** At least one visible character; no markup, line breaks or direction controls. */
export const nickname = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, '请输入昵称'),
    z.maxLength(20, '昵称最多 20 个字符'),
    z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}<>]*$/u, '昵称不能包含特殊字符'),
    z.regex(/[\p{L}\p{N}\p{P}\p{S}]/u, '昵称须有可见的字符'),
  )

/** The token of a mailed link: 32 random bytes in base64url. */
export const linkToken = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接不完整，请从邮件中重新打开'))

/** Profile fields that users may change. */
export const profileFields = { nickname }
export const PROFILE_LABELS: Record<keyof typeof profileFields, string> = { nickname: '昵称' }

/** base64 of the JSON `{challenge, solution}`, or the token of an external captcha. */
export const captcha = z
  .string()
  .check(z.minLength(1, '请先完成人机验证'), z.maxLength(4096, '人机验证未通过，请重试'))

export const id = z.string().check(z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_-]+$/))

/** The number of units of a combo; the server checks the combo's own minimum and maximum. */
export const num = z.int('数量须为整数').check(z.gte(1, '数量最少为 1'), z.lte(9999, '数量过大'))

/** An integer that may come as text, as in a query string or a form. */
export function integerText<Field extends z.ZodMiniType<number, number>>(integer: Field) {
  return z.pipe(
    z.pipe(
      z.union([z.number(), z.string()]),
      z.transform((value) =>
        typeof value === 'number' || /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN,
      ),
    ),
    integer,
  )
}

export function queryInteger(min: number, max: number) {
  return integerText(z.int().check(z.gte(min), z.lte(max)))
}
