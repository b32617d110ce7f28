import type * as contract from '#contract/console/staff/security.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Query } from '../../db/sql.ts'
import { rejectWeakPassword } from '../../account/password/password-rules.ts'
import { AppError } from '../../http/app-error.ts'
import { timeText } from '../../lib/local-time.ts'
import { queueMail } from '../../mail/outbox.ts'
import { recordAction } from '../../operator/audit/actions.store.ts'
import { securityChangedMail } from '../../operator/operators/operator-mails.ts'
import {
  deleteOperatorSessions,
  listOwnerEmails,
} from '../../operator/operators/operators.store.ts'
import { consoleActor } from '../actor.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ConsoleHandlers } from '../serve.ts'
import { operatorIdleCutoff, type OperatorSession, withLiveSession } from '../sessions/sessions.ts'
import { deleteSessionById, listOperatorSessions } from '../sessions/sessions.store.ts'
import { newAuthenticator, openTicket } from '../sign-in/authenticator.ts'
import {
  consumeChallenge,
  issueChallenge,
  readChallenge,
  passkeySite,
} from '../sign-in/challenges.ts'
import {
  countFactors,
  deleteCodeFactor,
  hasCodeFactor,
  setCodeFactor,
} from '../sign-in/factors.store.ts'
import { addPasskey, renewCodes } from '../../second-factor/factors.ts'
import { operatorFactors } from '../../second-factor/factors.store.ts'
import { creationOptions, showPasskey, verifyNewPasskey } from '../../second-factor/passkeys.ts'
import { securityBuckets } from '../sign-in/limits.ts'

export function securityHandlers(deps: ConsoleDeps): ConsoleHandlers<typeof contract> {
  const { sql, now, content, limits, passwords } = deps

  /** Changes the operator's sessions or ways to sign in and writes it down, in one transaction; returns the new state. */
  async function change(
    session: OperatorSession,
    what: string,
    work: (tx: Query) => Promise<void>,
  ): Promise<OutputOf<typeof contract.readSecurity>> {
    // the work before it takes its time, and a reset may have ended the session meanwhile
    await withLiveSession(deps, session, async (tx) => {
      await work(tx)
      await recordAction(tx, {
        ...consoleActor(session),
        command: 'console security',
        given: { what },
        subject: session.operatorId,
        reason: null,
        outcome: 'done',
        result: {},
      })
    })
    return readSecurity(deps, session)
  }

  /**
   * Changes what signs the operator in, and mails the operator and every owner: a browser that was taken over would keep
   * the account in secret otherwise.
   */
  async function changeFactors(
    session: OperatorSession,
    what: string,
    work: (tx: Query) => Promise<void>,
  ): Promise<OutputOf<typeof contract.readSecurity>> {
    await limits.consumeAll(securityBuckets(session.operatorId))
    return change(session, what, async (tx) => {
      await work(tx)
      const { email, name, address } = session
      const when = timeText(now(), content.site.timeZone)
      for (const to of new Set([email, ...(await listOwnerEmails(tx))])) {
        const facts = { name, email, what, when, address, isOwn: to === email }
        await queueMail(tx, { to, ...securityChangedMail({ content }, facts) })
      }
    })
  }

  return {
    readSecurity: ({ session }) => readSecurity(deps, session),
    async beginPasskeyAddition({ session, reply }) {
      const { operatorId, email, name } = session
      const challenge = issueChallenge(deps, reply, { what: 'add', who: operatorId })
      const known = await operatorFactors.listPasskeys(sql, operatorId)
      const owner = { id: operatorId, email, name }
      return {
        options: { ...(await creationOptions(passkeySite(deps), { challenge, owner, known })) },
      }
    },
    async addPasskey({ session, input, request, reply }) {
      const { operatorId } = session
      const issued = readChallenge(deps, request, { what: 'add', who: operatorId })
      const passkey = await verifyNewPasskey(passkeySite(deps), input.response, issued.challenge)
      return changeFactors(session, '添加通行密钥', async (tx) => {
        await consumeChallenge(tx, reply, issued)
        const added = { ...passkey, ownerId: operatorId, name: input.name, createdAt: now() }
        await addPasskey(operatorFactors, tx, added)
      })
    },
    removePasskey: ({ session, input }) =>
      changeFactors(session, '删除通行密钥', async (tx) => {
        await operatorFactors.deletePasskey(tx, session.operatorId, input.id)
        await requireFactor(tx, session)
        // somebody may be signed in with it
        await deleteOperatorSessions(tx, session.operatorId, session.tokenHash)
      }),
    beginCodeSetup: async ({ session: { operatorId, email } }) =>
      newAuthenticator(deps, { who: operatorId, email }),
    async setCode({ session, input: { password, code, ticket } }) {
      const { operatorId, tokenHash, email } = session
      rejectWeakPassword(deps, password, email)
      const { codeSecret, step } = await openTicket(deps, { ticket, who: operatorId, code })
      const passwordHash = await passwords.hash(password, 'owner')
      return changeFactors(session, '设置密码与验证器', async (tx) => {
        await setCodeFactor(tx, operatorId, { passwordHash, codeSecret, step })
        await deleteOperatorSessions(tx, operatorId, tokenHash)
      })
    },
    removeCode: ({ session }) =>
      changeFactors(session, '删除密码与验证器', async (tx) => {
        await deleteCodeFactor(tx, session.operatorId)
        await requireFactor(tx, session)
        await deleteOperatorSessions(tx, session.operatorId, session.tokenHash)
      }),
    async renewRecoveryCodes({ session }) {
      let recoveryCodes: string[] = []
      await changeFactors(session, '更换恢复码', async (tx) => {
        recoveryCodes = await renewCodes(operatorFactors, tx, session.operatorId)
      })
      return { recoveryCodes }
    },
    endOwnSessions: ({ session, input: { id } }) =>
      change(session, '结束登录', async (tx) => {
        if (id === null) await deleteOperatorSessions(tx, session.operatorId, session.tokenHash)
        else await deleteSessionById(tx, session.operatorId, id)
      }),
  }
}

/** Takes the change back when it left no way to sign in. */
async function requireFactor(tx: Query, { operatorId }: OperatorSession): Promise<void> {
  if ((await countFactors(tx, operatorId)) === 0) throw new AppError('LAST_FACTOR')
}

async function readSecurity(
  { sql, now }: ConsoleDeps,
  { operatorId, tokenHash }: OperatorSession,
): Promise<OutputOf<typeof contract.readSecurity>> {
  const at = now()
  const [passkeys, recoveryCodesLeft, sessions, hasCode] = await Promise.all([
    operatorFactors.listPasskeys(sql, operatorId),
    operatorFactors.countRecoveryCodes(sql, operatorId),
    listOperatorSessions(sql, { operatorId, now: at, seenAfter: operatorIdleCutoff(at) }),
    hasCodeFactor(sql, operatorId),
  ])
  return {
    passkeys: passkeys.map(showPasskey),
    hasCode,
    recoveryCodesLeft,
    sessions: sessions.map(({ tokenHash: hash, createdAt, lastSeenAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      isCurrent: hash.equals(tokenHash),
    })),
  }
}
