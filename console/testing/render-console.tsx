import '../styles/console.css'
import type { ReactElement } from 'react'
import { render } from 'vitest-browser-react'
import type { ActionForm } from '#contract/console/actions.ts'
import { listActionForms } from '#contract/console/actions.ts'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import { readFigures } from '#contract/console/figures/figures.ts'
import { listSignatureRequests } from '#contract/console/staff/signatures.ts'
import type { SignedInOperator } from '#contract/console/shapes.ts'
import { readConsoleSession } from '#contract/console/staff/sign-in.ts'
import { createMemoryRouter } from '#web/lib/router/router.ts'
import { RouterProvider } from '#web/lib/router/router-provider.tsx'
import { PageDataProvider } from '#web/lib/site.ts'
import { answer } from '#web/testing/network.ts'
import { testPageData } from '#web/testing/site.ts'
import { Toasts } from '#web/ui/overlay/toasts.tsx'
import type { ConsoleSite } from '../lib/console-site.ts'
import { changeSession } from '../lib/session.ts'
import { routes } from '../routes.tsx'
import { sampleFigures } from './figure-samples.ts'

/** The data block of the console's document. */
const pageData = { ...testPageData, site: { ...testPageData.site, mailUrl: null, without: [] } }

export const sampleOwner: SignedInOperator = {
  id: 'operator-1',
  name: '周敏',
  email: 'zhoumin@example.com',
  role: 'owner',
  permissions: ['read', 'serve', 'refund', 'credit', 'export', 'sign', 'own'],
  confirmedUntil: null,
  expiresAt: '2026-11-24T12:00:00.000Z',
  hasPasskey: true,
  hasCode: true,
}

/** An action with a text, a number and a switch. */
export const refundForm: ActionForm = {
  command: 'orders refund',
  title: '退款',
  summary: '退回一笔订单的钱。',
  notes: [],
  permission: 'refund',
  needsConfirmation: true,
  hasPreview: true,
  fields: [
    { name: 'order', label: '订单号', help: '', isRequired: true, kind: 'text' },
    { name: 'amount', label: '金额', help: '', isRequired: false, kind: 'number', min: 1 },
    { name: 'quiet', label: '不发邮件', help: '', isRequired: false, kind: 'switch' },
  ],
}

/** An action that runs without a preview. */
export const checkForm: ActionForm = {
  ...refundForm,
  command: 'orders check',
  title: '重查订单',
  permission: 'serve',
  needsConfirmation: false,
  hasPreview: false,
  fields: [{ name: 'order', label: '订单号', help: '', isRequired: true, kind: 'text' }],
}

export function auditEntryOf(details: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: '0197a9c2-0000-7000-8000-000000000001',
    startedAt: '2026-11-20T02:00:00.000Z',
    finishedAt: '2026-11-20T02:00:01.000Z',
    channel: 'console',
    operator: 'zhoumin@example.com',
    address: '203.0.113.24',
    signedBy: null,
    command: 'orders refund',
    title: '退款',
    given: [{ name: 'order', value: 'XQ1' }],
    subject: 'XQ1',
    reason: null,
    outcome: 'done',
    failure: null,
    result: '{"order":"XQ1"}',
    ...details,
  }
}

/** This browser is signed in, as far as the console knows, and the server agrees. */
export function signIn(operator: SignedInOperator | null = sampleOwner): void {
  const session = { csrf: 'csrf-1', operator, isElsewhere: false, isNew: false }
  changeSession({ ...session, isRead: true })
  answer(readConsoleSession, session)
}

/** Answers what the frame and the first page load. */
export function answerFrame(forms: ActionForm[] = [refundForm, checkForm]): void {
  answer(listActionForms, { groups: [{ title: '订单', forms }] })
  answer(readFigures, sampleFigures)
  answer(listAudit, { entries: [], next: null, commands: [] })
  answer(listSignatureRequests, { requests: [], signsLater: null, ended: [] })
}

/** Shows the console at an address; `site` replaces words of the operator's. */
export function renderConsole(at: string, site: Partial<ConsoleSite> = {}) {
  return renderRoutes(routes, at, site)
}

/** Shows a part of a page where links and site data work. */
export function renderPart(part: ReactElement) {
  return renderRoutes([{ path: '*', Component: () => part }], '/', {})
}

async function renderRoutes(shown: typeof routes, at: string, site: Partial<ConsoleSite>) {
  const router = createMemoryRouter(shown, { initialEntries: [at] })
  const screen = await render(
    <PageDataProvider value={{ ...pageData, site: { ...pageData.site, ...site } }}>
      <RouterProvider router={router} />
      <Toasts />
    </PageDataProvider>,
  )
  return {
    screen,
    /** The current address. */
    address: () => {
      const { pathname, search, hash } = router.state.location
      return pathname + search + hash
    },
  }
}
