import type { FastifyReply } from 'fastify'
import type * as contract from '#contract/account.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import { setUserInfoCookie } from '../../http/cookies.ts'
import type { Session } from '../../http/sessions/session.ts'
import { setNickname, userOf } from '../users.store.ts'

export async function changeNickname(
  { sql, config }: Pick<Deps, 'sql' | 'config'>,
  session: Session,
  nickname: string,
  reply: FastifyReply,
): Promise<OutputOf<typeof contract.editProfile>> {
  await setNickname(sql, session.userId, nickname)
  const user = { ...userOf(session), nickname }
  setUserInfoCookie(reply, config, user)
  return { user }
}
