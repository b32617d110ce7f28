import type { ComponentType } from 'react'
import { loadChunk } from '#web/lib/loading/chunk.ts'
import type { Layout, Route } from '#web/lib/router/route.ts'
import { ErrorScreen, NotFoundPage, PageLoading } from './frame/message-screen.tsx'
import { Gate } from './frame/gate.tsx'
import type { ConsolePath } from './lib/console-href.ts'

const layout: Layout = { Component: Gate, errorElement: <ErrorScreen /> }
const errorElement = <ErrorScreen />

/** A page of signed-in operators whose script is loaded on demand. */
function page(path: ConsolePath, load: () => Promise<ComponentType>): Route {
  const hydrateFallbackElement = <PageLoading />
  return { path, layout, errorElement, hydrateFallbackElement, lazy: () => loadChunk(load) }
}

/** The addresses of the console. */
export const routes: readonly Route[] = [
  page('/', async () => (await import('./home/home-page.tsx')).HomePage),
  page('/orders', async () => (await import('./orders/orders-page.tsx')).OrdersPage),
  page('/orders/order', async () => (await import('./orders/order-page.tsx')).OrderPage),
  page('/users', async () => (await import('./users/users-page.tsx')).UsersPage),
  page('/users/user', async () => (await import('./users/user-page.tsx')).UserPage),
  page('/invoices', async () => (await import('./invoices/invoices-page.tsx')).InvoicesPage),
  page('/invoices/invoice', async () => (await import('./invoices/invoice-page.tsx')).InvoicePage),
  page('/books', async () => (await import('./books/books-page.tsx')).BooksPage),
  page('/credit', async () => (await import('./credit/credit-page.tsx')).CreditPage),
  page('/credit/ledger', async () => (await import('./credit/ledger-page.tsx')).LedgerPage),
  page(
    '/applications',
    async () => (await import('./applications/applications-page.tsx')).ApplicationsPage,
  ),
  page(
    '/applications/application',
    async () => (await import('./applications/application-page.tsx')).ApplicationPage,
  ),
  page('/mails', async () => (await import('./mails/mails-page.tsx')).MailsPage),
  page('/events', async () => (await import('./events/events-page.tsx')).EventsPage),
  page('/plans', async () => (await import('./plans/plans-page.tsx')).PlansPage),
  page('/plans/plan', async () => (await import('./plans/plan-page.tsx')).PlanPage),
  page(
    '/announcements',
    async () => (await import('./announcements/announcements-page.tsx')).AnnouncementsPage,
  ),
  page(
    '/announcements/announcement',
    async () => (await import('./announcements/announcement-page.tsx')).AnnouncementPage,
  ),
  page('/actions', async () => (await import('./actions/actions-page.tsx')).ActionsPage),
  page('/audit', async () => (await import('./audit/audit-page.tsx')).AuditPage),
  page(
    '/signatures',
    async () => (await import('./signatures/signatures-page.tsx')).SignaturesPage,
  ),
  page('/staff', async () => (await import('./staff/staff-page.tsx')).StaffPage),
  page('/sources', async () => (await import('./sources/sources-page.tsx')).SourcesPage),
  page('/alerts', async () => (await import('./alerts/alerts-page.tsx')).AlertsPage),
  page('/settings', async () => (await import('./settings/settings-page.tsx')).SettingsPage),
  page('/security', async () => (await import('./security/security-page.tsx')).SecurityPage),
  {
    path: '/invitation',
    errorElement,
    lazy: () =>
      loadChunk(async () => (await import('./invitation/invitation-page.tsx')).InvitationPage),
  },
  { path: '*', layout, errorElement, Component: NotFoundPage },
]
