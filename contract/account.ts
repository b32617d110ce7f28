import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { captcha, email, emailCode, id, nickname, passwordDigest } from './fields.ts'
import { lot, user } from './shapes.ts'

const codeSent = z.object({
  /** Seconds. */
  expiresIn: z.int(),
  /** Seconds until another code may be asked for. */
  resendIn: z.int(),
})

export const login = endpoint({
  method: 'POST',
  path: '/clients/web/auth/login',
  session: 'optional',
  input: z.strictObject({ email, password: passwordDigest, captcha: z.optional(captcha) }),
  output: z.object({ user }),
})

/** Opens the account; no session: the visitor then logs in. */
export const register = endpoint({
  method: 'POST',
  path: '/clients/web/auth/register',
  session: 'optional',
  input: z.strictObject({
    email,
    password: passwordDigest,
    code: emailCode,
    nickname: z.optional(nickname),
  }),
  output: z.object({ user }),
})

/** Mails a code; the answer is the same whether or not the address has an account. */
export const registerCode = endpoint({
  method: 'POST',
  path: '/clients/web/auth/register/code',
  session: 'optional',
  input: z.strictObject({ email, captcha }),
  output: codeSent,
})

export const profile = endpoint({
  method: 'GET',
  path: '/clients/web/auth/profile',
  session: 'required',
  input: z.strictObject({}),
  output: z.object({
    user,
    credit: z.object({ balance: z.int(), expiring: z.array(lot) }),
    lastLogin: z.nullable(z.object({ at: z.iso.datetime(), ip: z.string(), device: z.string() })),
  }),
})

/** Ends this session; a GET by specification, so it asks for the token as a POST does. */
export const logout = endpoint({
  method: 'GET',
  path: '/clients/web/auth/logout',
  session: 'optional',
  unsafe: true,
  input: z.strictObject({}),
  output: z.null(),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/clients/web/auth/password/change',
  session: 'required',
  input: z.strictObject({
    currentPassword: passwordDigest,
    /** As typed; the server judges its strength itself, hence no rule but a bound here. */
    newPassword: z.string().check(z.minLength(1), z.maxLength(256)),
  }),
  output: z.null(),
})

/** Mails a link that sets a new password; the same answer for any address. */
export const resetPasswordLink = endpoint({
  method: 'POST',
  path: '/clients/web/auth/reset-password/link',
  session: 'optional',
  input: z.strictObject({ email, captcha }),
  output: z.object({ expiresIn: z.int() }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/clients/web/auth/reset-password',
  session: 'optional',
  input: z.strictObject({
    token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
    password: passwordDigest,
  }),
  output: z.null(),
})

/** Mails a code to the address the user wants to move to. */
export const sendChangeEmailCode = endpoint({
  method: 'POST',
  path: '/clients/web/auth/send-change-email-code',
  session: 'required',
  input: z.strictObject({ email }),
  output: codeSent,
})

/** Moves the account to the new address; needs a login at most 15 minutes old. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/clients/web/auth/change-email',
  session: 'required',
  input: z.strictObject({ email, code: emailCode }),
  output: z.object({ user }),
})

/** For the legacy header: always 200. */
export const userInfo = endpoint({
  method: 'GET',
  path: '/clients/web/auth/user-info',
  session: 'optional',
  input: z.strictObject({}),
  output: z.object({ isLogin: z.boolean() }),
})

export const editProfile = endpoint({
  method: 'POST',
  path: '/clients/web/auth/profile',
  session: 'required',
  input: z.strictObject({ nickname }),
  output: z.object({ user }),
})

/** The devices this user is logged in on, the present one marked. */
export const sessions = endpoint({
  method: 'GET',
  path: '/clients/web/auth/sessions',
  session: 'required',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        ip: z.string(),
        createdAt: z.iso.datetime(),
        lastSeenAt: z.iso.datetime(),
        current: z.boolean(),
      }),
    ),
  }),
})

export const revokeSession = endpoint({
  method: 'POST',
  path: '/clients/web/auth/sessions/revoke',
  session: 'required',
  input: z.strictObject({ id }),
  output: z.null(),
})
