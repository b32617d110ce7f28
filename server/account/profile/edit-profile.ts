import type { FastifyReply } from 'fastify'
import type * as contract from '#contract/account/account.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { setUserInfoCookie } from '../../http/cookies.ts'
import { toUser, updateProfile } from '../../http/sessions/profile.store.ts'
import type { Session } from '../../http/sessions/session.ts'

export async function editProfile(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  change: InputOf<typeof contract.editProfile>,
  session: Session,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.editProfile>> {
  const profile = await updateProfile(sql, session.userId, change)
  if (profile === null) throw new AppError('UNAUTHENTICATED')
  const user = toUser(profile)
  setUserInfoCookie(reply, config, user)
  return { user }
}
