import * as z from 'zod/mini'
import { credit, device, loginEvent } from './account-shapes.ts'
import { endpoint } from '../endpoint.ts'
import {
  captcha,
  email,
  emailCode,
  id,
  knownPassword,
  linkToken,
  nickname,
  passwordDigest,
  profileFields,
} from '../fields.ts'
import { user } from '../shapes.ts'

const codeSent = z.object({
  /** Seconds until the code expires. */
  expiresIn: z.int(),
  /** Seconds until another code may be asked for. */
  resendIn: z.int(),
})

/** Logs in. A login also cancels a requested closing of the account that has not happened yet. */
export const login = endpoint({
  method: 'POST',
  path: '/clients/web/auth/login',
  session: 'optional',
  input: () => z.object({ email, password: knownPassword, captcha: z.optional(captcha) }),
  output: () =>
    z.object({
      user,
      /** Present when this login has cancelled the closing of the account. */
      staysOpen: z.optional(z.literal(true)),
    }),
})

/** Creates the account with a code that this browser has requested. It starts no session: the visitor logs in afterwards. */
export const register = endpoint({
  method: 'POST',
  path: '/clients/web/auth/register',
  session: 'optional',
  input: () =>
    z.object({
      email,
      password: passwordDigest,
      code: emailCode,
      nickname: z.optional(nickname),
    }),
  output: () => z.object({ user }),
})

/**
 * Mails a code that is valid in this browser only, recognised by a cookie. The response is the same whether
 * or not the address has an account.
 */
export const registerCode = endpoint({
  method: 'POST',
  path: '/clients/web/auth/register/code',
  session: 'optional',
  input: () => z.object({ email, captcha }),
  output: () => codeSent,
})

export const profile = endpoint({
  method: 'GET',
  path: '/clients/web/auth/profile',
  session: 'required',
  input: () => z.object({}),
  output: () =>
    z.object({
      user,
      credit,
      lastLogin: z.nullable(loginEvent),
    }),
})

/** Ends this session. The specification makes it a GET, so it requires the CSRF token as a POST does. */
export const logout = endpoint({
  method: 'GET',
  path: '/clients/web/auth/logout',
  session: 'optional',
  unsafe: true,
  input: () => z.object({}),
  output: () => z.null(),
})

/**
 * Sets a new password and ends all other sessions. Where there is a second factor it needs to be proven (403
 * SECOND_FACTOR_REQUIRED).
 */
export const changePassword = endpoint({
  method: 'POST',
  path: '/clients/web/auth/password/change',
  session: 'required',
  input: () =>
    z.object({
      currentPassword: knownPassword,
      /** The password itself, not its digest: the server checks its strength. */
      newPassword: z.string().check(z.minLength(1), z.maxLength(256)),
    }),
  output: () => z.null(),
})

/** Mails a link that sets a new password. The response is the same for any address. */
export const resetPasswordLink = endpoint({
  method: 'POST',
  path: '/clients/web/auth/reset-password/link',
  session: 'optional',
  input: () => z.object({ email, captcha }),
  output: () => z.object({ expiresIn: z.int() }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/clients/web/auth/reset-password',
  session: 'optional',
  input: () =>
    z.object({
      token: linkToken,
      password: passwordDigest,
    }),
  output: () => z.null(),
})

/** Mails a code to the new address; it is valid for this user only. Requires a login at most 15 minutes old. */
export const sendChangeEmailCode = endpoint({
  method: 'POST',
  path: '/clients/web/auth/send-change-email-code',
  session: 'required',
  input: () => z.object({ email }),
  output: () => codeSent,
})

/** Changes the account's address; requires a login at most 15 minutes old. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/clients/web/auth/change-email',
  session: 'required',
  input: () => z.object({ email, code: emailCode }),
  output: () => z.object({ user }),
})

/**
 * Restores the account's previous address. The token is mailed to that address and is valid for 72 hours.
 * Ends every session and starts none. 409 when the address has another account now.
 */
export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/clients/web/auth/change-email/undo',
  session: 'optional',
  input: () => z.object({ token: linkToken }),
  output: () =>
    z.object({
      /** The restored address. */
      email: z.string(),
    }),
})

/** Whether the visitor is logged in, for the legacy header; always 200. */
export const userInfo = endpoint({
  method: 'GET',
  path: '/clients/web/auth/user-info',
  session: 'optional',
  input: () => z.object({}),
  output: () => z.object({ isLogin: z.boolean() }),
})

export const editProfile = endpoint({
  method: 'POST',
  path: '/clients/web/auth/profile',
  session: 'required',
  input: () => z.object(profileFields),
  output: () => z.object({ user }),
})

/** The devices with a session of this user; `current` marks the calling one. */
export const sessions = endpoint({
  method: 'GET',
  path: '/clients/web/auth/sessions',
  session: 'required',
  input: () => z.object({}),
  output: () => z.object({ list: z.array(device) }),
})

/**
 * Ends one session. That of another device needs the second factor to be proven or, without one, a login at most 15
 * minutes old (403 SECOND_FACTOR_REQUIRED, REAUTH).
 */
export const revokeSession = endpoint({
  method: 'POST',
  path: '/clients/web/auth/sessions/revoke',
  session: 'required',
  input: () => z.object({ id }),
  output: () => z.null(),
})
