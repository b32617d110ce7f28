import { Refusal } from '../exit.ts'
import type { Operator } from '../operator.ts'
import { required } from '../parameters.ts'
import { type FoundUser, findUser } from './users-search.store.ts'

export const userArgument = required('用户', '用户的邮箱或 ID')

/** The one user that the operator names. */
export async function demandUser(
  { sql }: Pick<Operator, 'sql'>,
  named: string,
): Promise<FoundUser> {
  const user = await findUser(sql, named.toLowerCase())
  if (!user) {
    throw new Refusal(`没有这个用户：${named}（可以用 users find 按部分内容查找）`, {
      code: 'NOT_FOUND',
    })
  }
  return user
}
