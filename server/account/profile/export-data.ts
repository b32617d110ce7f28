import type * as contract from '#contract/account/personal-data.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Reminders } from '#contract/account/reminders.ts'
import type { Invoice, SavedTitle } from '#contract/invoices/invoice-shapes.ts'
import type { RefundRequest } from '#contract/recharge/refund-request.ts'
import type { CreditEntry, Order } from '#contract/shapes.ts'
import type { SpendingHistory } from '#contract/applications/spending-history.ts'
import type { Deps } from '../../deps.ts'
import { toUser } from '../../http/sessions/profile.store.ts'
import { requireFreshLogin, type Session } from '../../http/sessions/session.ts'
import { accountLimits } from '../limits.ts'
import { toLoginEvent } from '../sessions/logout.ts'
import { listEmailUndos } from '../email/email-undos.store.ts'
import { listLogins } from '../login/known-devices.store.ts'
import { readSecondFactor } from '../second-factor/change-factors.ts'
import { listOperatorActions } from './operator-actions.store.ts'
import { type ReadCredit, readCreditSummary } from './profile.ts'
import { listDevices } from '../sessions/sessions.ts'

/** Reads a user's orders and credit entries, newest first, and how many were left out; the app passes it in. */
export type ReadHistory = (userId: string) => Promise<{
  orders: Order[]
  creditEntries: CreditEntry[]
  refundRequests: (RefundRequest & { orderNo: string })[]
  omitted: { orders: number; creditEntries: number }
}>

/** Reads what applications may do with a user's credit and have done; the app passes it in. */
export type ReadSpending = (
  userId: string,
) => Promise<SpendingHistory & { omitted: { holds: number; charges: number } }>

/** Reads a user's invoices and saved titles; the app passes it in. */
export type ReadInvoices = (
  userId: string,
) => Promise<{ invoices: Invoice[]; invoiceTitles: SavedTitle[] }>

export interface ExportReaders {
  readCredit: ReadCredit
  readHistory: ReadHistory
  readSpending: ReadSpending
  readInvoices: ReadInvoices
  readReminders: (userId: string) => Promise<Reminders>
  readNotices: (userId: string) => Promise<OutputOf<typeof contract.exportData>['notices']>
}

/** Returns all stored data about the user except secrets; needs a recent login. */
export async function exportData(
  { sql, now, limits }: Pick<Deps, 'sql' | 'now' | 'limits'>,
  {
    readCredit,
    readHistory,
    readSpending,
    readInvoices,
    readReminders,
    readNotices,
  }: ExportReaders,
  session: Session,
): Promise<OutputOf<typeof contract.exportData>> {
  const at = now()
  requireFreshLogin(session, at)
  const { userId } = session
  await limits.consume(accountLimits.exportUser, userId)
  const [
    credit,
    devices,
    logins,
    secondFactor,
    history,
    spending,
    invoicing,
    reminders,
    notices,
    undos,
    operatorActions,
  ] = await Promise.all([
    readCreditSummary(readCredit, userId),
    listDevices({ sql, now }, session),
    listLogins(sql, userId),
    readSecondFactor({ sql }, userId),
    readHistory(userId),
    readSpending(userId),
    readInvoices(userId),
    readReminders(userId),
    readNotices(userId),
    listEmailUndos(sql, userId),
    listOperatorActions(sql, userId),
  ])
  return {
    exportedAt: at.toISOString(),
    user: toUser(session),
    credit,
    sessions: devices.list,
    logins: logins.map(toLoginEvent),
    secondFactor,
    ...history,
    ...spending,
    ...invoicing,
    emailChanges: undos.map(({ email, changedAt }) => ({
      oldEmail: email,
      changedAt: changedAt.toISOString(),
    })),
    operatorActions: operatorActions.map(({ startedAt, ...each }) => ({
      ...each,
      startedAt: startedAt.toISOString(),
    })),
    reminders,
    notices,
    omitted: { ...history.omitted, ...spending.omitted },
  }
}
