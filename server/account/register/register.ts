import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { nickname as nicknameRule } from '#contract/fields.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import { uuidv7 } from '../../db/ids.ts'
import { clearRegistrationCookie } from '../../http/cookies.ts'
import { AppError } from '../../http/app-error.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import { addressBuckets } from '../../http/limits/address-keys.ts'
import { accountLimits } from '../limits.ts'
import { hashRegistrationToken, readRegistrationToken } from './register-code.ts'
import { checkCode } from '../codes.ts'
import { rejectWeakPassword } from '../password/password-rules.ts'
import { insertUser } from '../users.store.ts'

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  source: string | null
}
type Needs = Pick<Deps, 'config' | 'content' | 'sql' | 'now' | 'passwords' | 'limits'> & {
  prepareWelcome: PrepareWelcome
}

/** Looks up what a new account with this address is given, in the transaction that creates it; null: nothing. credit/ does it. */
export type PrepareWelcome = (visitor: {
  email: string
  ip: string
}) => Promise<((tx: Query, user: { userId: string; at: Date }) => Promise<void>) | null>

/**
 * Creates the account, consumes the code and grants the welcome in one transaction, so that one of two concurrent
 * calls succeeds.
 * The password is hashed first: a rejected password or a busy server uses up no try of the code.
 */
export async function register(
  deps: Needs,
  { email, password, code, nickname }: InputOf<typeof contract.register>,
  { request, reply, source }: Visit,
): Promise<OutputOf<typeof contract.register>> {
  await deps.limits.consumeAll(addressBuckets(accountLimits.registerIp, request.ip))
  rejectWeakPassword(deps, password, email)
  const askerToken = readRegistrationToken(request)
  if (askerToken === null) throw expiredOrOtherBrowser()
  const passwordHash = await deps.passwords.hash(password)
  const consume = await checkOwnCode(deps, {
    email,
    code,
    asker: hashRegistrationToken(askerToken),
  })
  const grantWelcome = await deps.prepareWelcome({ email, ip: request.ip })
  const account = {
    id: uuidv7(),
    email,
    passwordHash,
    nickname: nickname ?? nicknameFrom(email),
    source,
    now: deps.now(),
  }
  const profile = await deps.sql.begin(async (tx) => {
    await consume(tx)
    const inserted = await insertUser(tx, account)
    if (!inserted) {
      const { message } = new AppError('EMAIL_TAKEN')
      throw new AppError('EMAIL_TAKEN', { fields: { email: message } })
    }
    await grantWelcome?.(tx, { userId: account.id, at: account.now })
    return inserted
  })
  clearRegistrationCookie(reply)
  return { user: toUser(profile) }
}

/** Adds to CODE_EXPIRED that the code works only in the browser that requested it. */
async function checkOwnCode(
  deps: Omit<Needs, 'prepareWelcome'>,
  key: { email: string; code: string; asker: string },
) {
  try {
    return await checkCode(deps, { purpose: 'register', ...key })
  } catch (error) {
    throw error instanceof AppError && error.code === 'CODE_EXPIRED'
      ? expiredOrOtherBrowser()
      : error
  }
}

function expiredOrOtherBrowser(): AppError {
  const message = '验证码已失效，或不是在当前浏览器获取的，请重新获取'
  return new AppError('CODE_EXPIRED', { message, fields: { code: message } })
}

function nicknameFrom(email: string): string {
  const name = nicknameRule.safeParse(email.slice(0, email.lastIndexOf('@')).slice(0, 20))
  return name.success ? name.data : '新用户'
}
