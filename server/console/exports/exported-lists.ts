import type { ExportedListName } from '#contract/console/exports.ts'
import { auditFile } from '../audit/handlers.ts'
import { dayFile } from '../books/day-file.ts'
import { creditFile } from '../credit/credit-file.ts'
import { eventsFile } from '../events/handlers.ts'
import { invoicesFile } from '../invoices/invoices-file.ts'
import { mailsFile } from '../mails/handlers.ts'
import { ordersFile } from '../orders/orders-file.ts'
import { ledgerFile } from '../users/ledger-file.ts'
import { usersFile } from '../users/users-file.ts'
import type { ExportedList } from './exported-list.ts'

/** Every list that can be downloaded. */
export const exportedLists: Readonly<Record<ExportedListName, ExportedList>> = {
  orders: ordersFile,
  invoices: invoicesFile,
  users: usersFile,
  ledger: ledgerFile,
  credit: creditFile,
  mails: mailsFile,
  events: eventsFile,
  audit: auditFile,
  day: dayFile,
}
