import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { captcha, email, emailCode, id, nickname, passwordDigest, profileFields } from './fields.ts'
import { creditEntry, lot, order, user } from './shapes.ts'

const time = z.iso.datetime()

/** What stands in a mailed link: 32 random bytes. */
const linkToken = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, '链接不完整，请从邮件里重新打开'))

const credit = z.object({ balance: z.int(), expiring: z.array(lot) })

const loginEvent = z.object({ at: time, ip: z.string(), device: z.string() })

const device = z.object({
  id: z.string(),
  device: z.string(),
  ip: z.string(),
  createdAt: time,
  lastSeenAt: time,
  current: z.boolean(),
})

const codeSent = z.object({
  /** Seconds. */
  expiresIn: z.int(),
  /** Seconds until another code may be asked for. */
  resendIn: z.int(),
})

/** Logging in also takes back the closing of the account, as long as it is not done. */
export const login = endpoint({
  method: 'POST',
  path: '/clients/web/auth/login',
  session: 'optional',
  input: () => z.strictObject({ email, password: passwordDigest, captcha: z.optional(captcha) }),
  output: () =>
    z.object({
      user,
      /** The account was to be closed, and now stays. */
      staysOpen: z.optional(z.literal(true)),
    }),
})

/** Opens the account with a code that this browser has asked for; no session: the visitor then logs in. */
export const register = endpoint({
  method: 'POST',
  path: '/clients/web/auth/register',
  session: 'optional',
  input: () =>
    z.strictObject({
      email,
      password: passwordDigest,
      code: emailCode,
      nickname: z.optional(nickname),
    }),
  output: () => z.object({ user }),
})

/**
 * Mails a code that serves in this browser alone (a cookie tells it); the answer is the same whether or not
 * the address has an account.
 */
export const registerCode = endpoint({
  method: 'POST',
  path: '/clients/web/auth/register/code',
  session: 'optional',
  input: () => z.strictObject({ email, captcha }),
  output: () => codeSent,
})

export const profile = endpoint({
  method: 'GET',
  path: '/clients/web/auth/profile',
  session: 'required',
  input: () => z.strictObject({}),
  output: () =>
    z.object({
      user,
      credit,
      lastLogin: z.nullable(loginEvent),
    }),
})

/** Ends this session; a GET by specification, so it asks for the token as a POST does. */
export const logout = endpoint({
  method: 'GET',
  path: '/clients/web/auth/logout',
  session: 'optional',
  unsafe: true,
  input: () => z.strictObject({}),
  output: () => z.null(),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/clients/web/auth/password/change',
  session: 'required',
  input: () =>
    z.strictObject({
      currentPassword: passwordDigest,
      /** As typed; the server judges its strength itself, hence no rule but a bound here. */
      newPassword: z.string().check(z.minLength(1), z.maxLength(256)),
    }),
  output: () => z.null(),
})

/** Mails a link that sets a new password; the same answer for any address. */
export const resetPasswordLink = endpoint({
  method: 'POST',
  path: '/clients/web/auth/reset-password/link',
  session: 'optional',
  input: () => z.strictObject({ email, captcha }),
  output: () => z.object({ expiresIn: z.int() }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/clients/web/auth/reset-password',
  session: 'optional',
  input: () =>
    z.strictObject({
      token: linkToken,
      password: passwordDigest,
    }),
  output: () => z.null(),
})

/** Mails a code that serves this user alone to the address the user wants to move to. */
export const sendChangeEmailCode = endpoint({
  method: 'POST',
  path: '/clients/web/auth/send-change-email-code',
  session: 'required',
  input: () => z.strictObject({ email }),
  output: () => codeSent,
})

/** Moves the account to the new address; needs a login at most 15 minutes old. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/clients/web/auth/change-email',
  session: 'required',
  input: () => z.strictObject({ email, code: emailCode }),
  output: () => z.object({ user }),
})

/**
 * Gives the account the address back from which it was moved; the token is the one of the notice to
 * that address, 72 hours good. Ends every session; nobody is logged in. 409 when the address has
 * another account by now.
 */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/clients/web/auth/change-email/undo',
  session: 'optional',
  input: () => z.strictObject({ token: linkToken }),
  output: () =>
    z.object({
      /** The address that the account has again. */
      email: z.string(),
    }),
})

/** For the legacy header: always 200. */
export const userInfo = endpoint({
  method: 'GET',
  path: '/clients/web/auth/user-info',
  session: 'optional',
  input: () => z.strictObject({}),
  output: () => z.object({ isLogin: z.boolean() }),
})

export const editProfile = endpoint({
  method: 'POST',
  path: '/clients/web/auth/profile',
  session: 'required',
  input: () => z.strictObject(profileFields),
  output: () => z.object({ user }),
})

/** The devices this user is logged in on, the present one marked. */
export const sessions = endpoint({
  method: 'GET',
  path: '/clients/web/auth/sessions',
  session: 'required',
  input: () => z.strictObject({}),
  output: () => z.object({ list: z.array(device) }),
})

export const revokeSession = endpoint({
  method: 'POST',
  path: '/clients/web/auth/sessions/revoke',
  session: 'required',
  input: () => z.strictObject({ id }),
  output: () => z.null(),
})

/** All that is kept about the user, newest first; needs a login at most 15 minutes old. */
export const exportData = endpoint({
  method: 'GET',
  path: '/clients/web/auth/export',
  session: 'required',
  input: () => z.strictObject({}),
  output: () =>
    z.object({
      exportedAt: time,
      user,
      credit,
      sessions: z.array(device),
      logins: z.array(loginEvent),
      orders: z.array(order),
      creditEntries: z.array(creditEntry),
      /** How many older ones the file leaves out. */
      omitted: z.object({ orders: z.int(), creditEntries: z.int() }),
    }),
})

/** Ends every session at once and closes the account in 7 days; logging in until then takes it back. */
export const closeAccount = endpoint({
  method: 'POST',
  path: '/clients/web/auth/close',
  session: 'required',
  input: () => z.strictObject({ password: passwordDigest }),
  output: () => z.object({ closesAt: time }),
})
