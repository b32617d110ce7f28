import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedInOperator } from '#contract/console/shapes.ts'
import type * as contract from '#contract/console/staff/sign-in.ts'
import type { InputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { queueMail } from '../../mail/outbox.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import { recoveryUsedMail } from '../../operator/operators/operator-mails.ts'
import {
  deleteOperatorSessions,
  findOperator,
  listOwnerEmails,
  lockOperators,
} from '../../operator/operators/operators.store.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import { answerSignedIn, openOperatorSession } from '../sessions/sessions.ts'
import { attempt } from '../../http/limits/attempt.ts'
import { codeBucket, consumeCode } from './authenticator.ts'
import { consumeChallenge, passkeySite, readChallenge } from './challenges.ts'
import {
  type CodeFactor,
  findCodeFactor,
  findPasskey,
  replacePasswordHash,
} from './factors.store.ts'
import { passkeyBuckets, signInBuckets } from './limits.ts'
import { consumePasskey } from '../../second-factor/factors.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'
import { passkeyIdIn, verifyPasskey } from '../../second-factor/passkeys.ts'
import { hashRecoveryCode } from '../../second-factor/recovery-codes.ts'

/** The audit log's name for a sign-in. */
export const SIGN_IN = 'console sign-in'

/** No operator has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type Method = 'passkey' | 'code' | 'recovery'
type Who = Pick<CodeFactor, 'operatorId' | 'email'>

interface Browser {
  request: FastifyRequest
  reply: FastifyReply
}

/** Signs in whoever holds a passkey of ours; the passkey says who that is. */
export function signInWithPasskey(
  deps: ConsoleDeps,
  { response }: InputOf<typeof contract.signInWithPasskey>,
  { request, reply }: Browser,
): Promise<SignedInOperator> {
  return attempt(deps, passkeyBuckets(request.ip), async () => {
    const issued = readChallenge(deps, request, { what: 'sign-in', who: '' })
    const passkey = await findPasskey(deps.sql, passkeyIdIn(response))
    if (passkey === null) {
      throw new AppError('PASSKEY_REFUSED', {
        message: '控制台不认识这个通行密钥：它也许已被删除，或属于别的网站',
      })
    }
    const newCounter = await verifyPasskey(passkeySite(deps), response, { ...issued, passkey })
    const operator = await findOperator(deps.sql, passkey.ownerId)
    if (operator === null) throw new AppError('SIGN_IN_REFUSED')
    return signIn(deps, { request, reply }, 'passkey', {
      who: { operatorId: operator.id, email: operator.email },
      async prove(tx) {
        await consumeChallenge(tx, reply, issued)
        await consumePasskey(operatorFactors, tx, passkey, { newCounter, now: deps.now() })
      },
    })
  })
}

/** Signs in with password and authenticator. A wrong e-mail takes the same work and gets the same answer. */
export async function signInWithCode(
  deps: ConsoleDeps,
  { email, password, code }: InputOf<typeof contract.signInWithCode>,
  { request, reply }: Browser,
): Promise<SignedInOperator> {
  const factor = await findCodeFactor(deps.sql, email)
  return attempt(
    deps,
    signInBuckets(request.ip, email),
    async () => {
      // in the owners' queue: a flood of logins at the shop does not keep operators waiting
      const stored = factor?.passwordHash ?? null
      const isPassword = await deps.passwords.verify(stored, password, 'owner')
      if (!isPassword || factor === null) throw wrong('邮箱、密码或验证码不正确')
      // counted behind the password alone, so that strangers cannot exhaust it
      const signedIn = await attempt(deps, [codeBucket(deps, factor)], () =>
        signIn(deps, { request, reply }, 'code', {
          who: factor,
          async prove(tx) {
            if (await consumeCode(deps, tx, factor, code)) return
            throw wrong('邮箱、密码或验证码不正确')
          },
        }),
      )
      await renewPasswordHash(deps, factor, password)
      return signedIn
    },
    async () => recordRefused(deps, request, 'code', factor),
  )
}

/** Signs in with a recovery code: ends the operator's other sessions and mails every owner. */
export async function signInWithRecoveryCode(
  deps: ConsoleDeps,
  { email, password, code }: InputOf<typeof contract.signInWithRecoveryCode>,
  { request, reply }: Browser,
): Promise<SignedInOperator> {
  const factor = await findCodeFactor(deps.sql, email)
  return attempt(
    deps,
    signInBuckets(request.ip, email),
    async () => {
      // the same work whether there is such an operator or not, and whether a password is set or not
      const stored = factor?.passwordHash ?? null
      const isPassword = await deps.passwords.verify(stored, password ?? '', 'owner')
      if (factor === null || (stored !== null && !isPassword)) {
        await deps.sql.begin(async (tx) => {
          await lockOperators(tx, [NOBODY])
          await operatorFactors.consumeRecoveryCode(tx, NOBODY, hashRecoveryCode(code))
        })
        throw wrong('邮箱、密码或恢复码不正确')
      }
      const signedIn = await signIn(deps, { request, reply }, 'recovery', {
        who: factor,
        async prove(tx) {
          const { operatorId } = factor
          const hash = hashRecoveryCode(code)
          if (!(await operatorFactors.consumeRecoveryCode(tx, operatorId, hash))) {
            throw wrong('邮箱、密码或恢复码不正确')
          }
          const left = await operatorFactors.countRecoveryCodes(tx, operatorId)
          await deleteOperatorSessions(tx, operatorId)
          const mail = recoveryUsedMail(deps, { ...factor, address: request.ip, left })
          for (const to of await listOwnerEmails(tx)) await queueMail(tx, { to, ...mail })
        },
      })
      await renewPasswordHash(deps, factor, password ?? '')
      return signedIn
    },
    async () => recordRefused(deps, request, 'recovery', factor),
  )
}

/** Opens the session and writes the audit log in the transaction that uses the proof up. */
async function signIn(
  deps: ConsoleDeps,
  { request, reply }: Browser,
  method: Method,
  { who, prove }: { who: Who; prove: (tx: Query) => Promise<void> },
): Promise<SignedInOperator> {
  const opened = await deps.sql.begin(async (tx) => {
    // before sessions that end, as all who lock both
    await lockOperators(tx, [who.operatorId])
    await prove(tx)
    const session = await openOperatorSession(deps, tx, { operatorId: who.operatorId, request })
    const { sessionId } = session
    await recordAction(tx, {
      ...consoleActor({ ...who, sessionId, address: request.ip }),
      command: SIGN_IN,
      given: { method },
      subject: null,
      reason: null,
      outcome: 'done',
      result: {},
    })
    return session
  })
  return answerSignedIn(deps, reply, opened)
}

/**
 * Writes down a refused try for somebody who is an operator; the limits bound how many there can be. Nobody waits for it:
 * the time of the answer would tell who is one.
 */
function recordRefused(
  { sql, log }: ConsoleDeps,
  { ip }: FastifyRequest,
  method: Method,
  who: Who | null,
): void {
  if (who === null) return
  recordAction(sql, {
    ...consoleActor({ ...who, sessionId: null, address: ip }),
    command: SIGN_IN,
    given: { method },
    subject: null,
    reason: null,
    outcome: 'refused',
    result: { message: '登录信息不正确' },
  }).catch((err: unknown) => log.error({ err }, 'a refused sign-in is in no audit log'))
}

function wrong(message: string): AppError {
  return new AppError('SIGN_IN_REFUSED', { message })
}

/**
 * Stores a password, which was right, anew when it is stored at a lower cost or under an older key of SECRET_KEY. Called
 * after the sign-in: before it the time would tell a right password from a wrong one. A failure waits for the next time.
 */
async function renewPasswordHash(
  { sql, passwords, log }: ConsoleDeps,
  { operatorId, passwordHash }: Pick<CodeFactor, 'operatorId' | 'passwordHash'>,
  password: string,
): Promise<void> {
  if (passwordHash === null) return
  try {
    const renewed = await passwords.rehash(passwordHash, password, 'owner')
    if (renewed === null) return
    await replacePasswordHash(sql, { operatorId, passwordHash, renewed })
  } catch (err) {
    log.warn({ err, operator: operatorId }, 'a password of the console was not stored anew')
  }
}
