import * as actions from './actions.ts'
import * as alerts from './alerts.ts'
import * as announcements from './announcements.ts'
import * as applications from './applications.ts'
import * as audit from './audit.ts'
import * as books from './figures/books.ts'
import type { ConsoleCall } from './console-call.ts'
import * as credit from './credit.ts'
import * as events from './events.ts'
import * as figures from './figures/figures.ts'
import { downloadExport, prepareExport } from './exports.ts'
import * as invitation from './staff/invitation.ts'
import * as invoices from './invoices.ts'
import * as mails from './mails.ts'
import * as orders from './orders/orders.ts'
import * as plans from './plans.ts'
import * as pushes from './settings/pushes.ts'
import * as search from './search.ts'
import * as security from './staff/security.ts'
import * as settings from './settings/settings.ts'
import * as signIn from './staff/sign-in.ts'
import * as signatures from './staff/signatures.ts'
import * as staff from './staff/staff.ts'
import * as users from './users.ts'

/** Every call of the operator's console, by its groups. */
export const consoleApi = {
  signIn,
  invitation,
  security,
  staff,
  actions,
  signatures,
  audit,
  orders,
  users,
  mails,
  invoices,
  events,
  search,
  figures,
  alerts,
  plans,
  announcements,
  settings,
  pushes,
  books,
  applications,
  credit,
  exports: { prepareExport, downloadExport },
} satisfies Record<string, Record<string, ConsoleCall>>
