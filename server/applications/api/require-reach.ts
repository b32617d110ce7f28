import type { Query } from '../../db/sql.ts'
import { AppError } from '../../http/app-error.ts'
import type { Application } from './application-keys.store.ts'
import { findReach } from './grants.store.ts'

/** The same words for both: an application learns nothing about who is a customer. */
const NO_CUSTOMER = '没有这位客户，或者客户没有授权您的应用'

/**
 * An application of the operator's own reaches every user, another one those who allowed it. Throws AppError:
 * NOT_FOUND. Returns whether the user was erased.
 */
export async function requireReach(
  sql: Query,
  { id: applicationId, isFirstParty }: Application,
  userId: string,
): Promise<{ isClosed: boolean }> {
  const reach = await findReach(sql, { userId, applicationId })
  if (!reach || !(isFirstParty || reach.isGranted)) {
    throw new AppError('NOT_FOUND', { message: NO_CUSTOMER })
  }
  return reach
}

/** The same, and throws ACCOUNT_CLOSED for a user who was erased. */
export async function requireOpenAccount(
  sql: Query,
  application: Application,
  userId: string,
): Promise<void> {
  const { isClosed } = await requireReach(sql, application, userId)
  if (isClosed) throw new AppError('ACCOUNT_CLOSED')
}
