import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import { findUser, type FoundUser } from '../../operator/users/users-search.store.ts'

/** The user with this whole e-mail or id. Throws NOT_FOUND. */
export async function requireConsoleUser(sql: Query, userRef: string): Promise<FoundUser> {
  const user = await findUser(sql, userRef.toLowerCase())
  if (!user) throw new AppError('NOT_FOUND', { message: `没有这个用户：${userRef}` })
  return user
}
