import * as z from 'zod/mini'

/** Field rules of passkeys, authenticator apps and recovery codes; customers and operators see their messages. */

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

/** The id of a passkey: a credential's id as base64url. */
export const passkeyId = z.string().check(z.minLength(1), z.maxLength(1400))

export const opaqueTicket = z.string().check(z.minLength(1), z.maxLength(500))

/** JSON of WebAuthn: the browser's own functions read and write it. */
export const webAuthnJson = z.looseObject({})

/** Shown once. */
export const recoveryCodes = z.array(z.string())

const time = () => z.iso.datetime()

/** A customer's second factor as 账户资料 shows it. */
export const secondFactor = () =>
  z.object({
    /** Since when a login needs it; null: the password alone logs in. */
    since: z.nullable(time()),
    passkeys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        createdAt: time(),
        lastUsedAt: z.nullable(time()),
        /** Kept by a password manager and present on several devices. */
        isSynced: z.boolean(),
      }),
    ),
    totp: z.nullable(z.object({ createdAt: time() })),
    recoveryCodesLeft: z.int(),
  })
export type SecondFactor = z.output<ReturnType<typeof secondFactor>>
