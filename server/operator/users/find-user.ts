import { lockUser } from '../../account/users.store.ts'
import type { Query } from '../../db/sql.ts'
import { Refusal } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { requiredText } from '../parameters.ts'
import { type FoundUser, findUser } from './users-search.store.ts'

/** Shown instead of the address of a closed account. */
export const CLOSED_ACCOUNT_LABEL = '已注销的用户'

export const userArgument = requiredText('用户', '用户的邮箱或 ID')

/** The user's name in a sentence. */
export function userLabel({ email, nickname }: Pick<FoundUser, 'email' | 'nickname'>): string {
  return email === null ? CLOSED_ACCOUNT_LABEL : `${email}（${nickname}）`
}

/** In previews of what ends an intruder's access: the nickname could be changed faster than a preview is agreed to. */
export function userAddress({ email }: Pick<FoundUser, 'email'>): string {
  return email ?? CLOSED_ACCOUNT_LABEL
}

/** The one user that the operator names. */
export async function requireUser(
  { sql }: Pick<OperatorContext, 'sql'>,
  userRef: string,
): Promise<FoundUser> {
  const user = await findUser(sql, userRef.toLowerCase())
  if (!user) {
    throw new Refusal(`没有这个用户：${userRef}（按部分内容查找请到控制台的“用户”）`, {
      code: 'NOT_FOUND',
    })
  }
  return user
}

export function accountClosed(): Refusal {
  return new Refusal('这个账户已经注销', { code: 'CLOSED' })
}

/** The account as it is now, locked for the transaction. */
export async function lockOpenUser(tx: Query, userId: string) {
  const account = await lockUser(tx, userId)
  if (account === null) throw accountClosed()
  return account
}
