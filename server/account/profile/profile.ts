import type * as contract from '#contract/account/account.ts'
import type { OutputOf, InputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { toUser, updateProfile } from '../../http/sessions/profile.store.ts'
import type { Session } from '../../http/sessions/session.ts'
import { toLoginEvent } from '../sessions/logout.ts'
import { findLastLogin } from '../login/known-devices.store.ts'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../http/app-error.ts'
import { setUserInfoCookie } from '../../http/cookies.ts'

/** Reads a user's balance, what of it is held, and the credit that expires next; the app passes it in. */
export type ReadCredit = (userId: string) => Promise<{
  balance: number
  held: number
  expiring: { amount: number; expiresAt: Date | null }[]
}>

export async function readProfile(
  { sql }: Pick<Deps, 'sql'>,
  readCredit: ReadCredit,
  session: Session,
): Promise<OutputOf<typeof contract.profile>> {
  const [credit, last] = await Promise.all([
    readCreditSummary(readCredit, session.userId),
    findLastLogin(sql, session.userId),
  ])
  return { user: toUser(session), credit, lastLogin: last && toLoginEvent(last) }
}

export async function readCreditSummary(
  readCredit: ReadCredit,
  userId: string,
): Promise<OutputOf<typeof contract.profile>['credit']> {
  const { balance, held, expiring } = await readCredit(userId)
  return {
    balance,
    held,
    expiring: expiring.map(({ amount, expiresAt }) => ({
      amount,
      expiresAt: expiresAt?.toISOString() ?? null,
    })),
  }
}

export async function editProfile(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  change: InputOf<typeof contract.editProfile>,
  session: Session,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.editProfile>> {
  const profile = await updateProfile(sql, session.userId, change)
  if (profile === null) throw new AppError('UNAUTHENTICATED')
  setUserInfoCookie(reply, config, profile)
  return { user: toUser(profile) }
}
