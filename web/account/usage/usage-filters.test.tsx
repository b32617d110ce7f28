import { beforeEach, expect, test } from 'vitest'
import { readReminders } from '#contract/account/reminders.ts'
import { usageRecords, usageSummary } from '#contract/credit/usage.ts'
import { answer } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { logIn } from '../../testing/site.ts'
import * as usagePage from './usage-page.tsx'

beforeEach(() => {
  logIn()
  const credit = { balance: 500, held: 0, available: 500, debt: 0, openHolds: 0 }
  const days = { first: '2026-01-01', last: '2026-01-31', days: [] }
  answer(usageSummary, { ...days, applications: [], keys: [], credit })
  answer(usageRecords, { list: [], next: null })
  answer(readReminders, { lowCredit: null, expiringDays: null })
})

/** Types as React sees it, without a pause in which the page could be drawn. */
function typeAtOnce(field: Element, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

async function open() {
  const { screen, address } = await renderPage(
    usagePage,
    '/account/usage?first=2026-01-01&last=2026-01-31',
  )
  const first = screen.getByLabelText('从', { exact: true })
  const last = screen.getByLabelText('到', { exact: true })
  await expect.element(last).toHaveValue('2026-01-31')
  return { screen, first, last, address }
}

test('a wrong day typed while the page goes to the day before it stays, with its reason', async () => {
  const { screen, first, last, address } = await open()
  typeAtOnce(first.element(), '2026-01-20')
  typeAtOnce(last.element(), '2026-01-10')
  await expect.poll(address).toBe('/account/usage?first=2026-01-20&last=2026-01-31')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('开始日期不能晚于结束日期')
  await expect.element(last).toHaveValue('2026-01-10')
  await first.fill('2026-01-05')
  await expect.poll(address).toBe('/account/usage?first=2026-01-05&last=2026-01-10')
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('a wrong day goes when another time is chosen', async () => {
  const { screen, first, last } = await open()
  await first.fill('2026-02-20')
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await screen.getByRole('link', { name: '本月' }).click()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(last).not.toHaveValue('2026-01-31')
})
