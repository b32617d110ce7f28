import { beforeEach, expect, test } from 'vitest'
import { readReminders, saveReminders } from '#contract/account/reminders.ts'
import { usageRecords, usageSummary } from '#contract/credit/usage.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { logIn } from '../../testing/site.ts'
import * as usagePage from './usage-page.tsx'

beforeEach(() => {
  logIn()
  const credit = { balance: 500, held: 0, available: 500, debt: 0, openHolds: 0 }
  const days = { first: '2026-10-23', last: '2026-11-21', days: [] }
  answer(usageSummary, { ...days, applications: [], keys: [], credit })
  answer(usageRecords, { list: [], next: null })
})

async function open() {
  const { screen } = await renderPage(usagePage, '/account/usage')
  const card = screen.getByRole('region', { name: '邮件提醒' })
  const save = () => card.getByRole('button', { name: '保存' }).click()
  return { screen, card, save }
}

test('what is stored is shown, and saved with none for what is switched off, but not without its number', async () => {
  answer(readReminders, { lowCredit: 250, expiringDays: null })
  const { screen, card, save } = await open()
  await expect.element(card.getByLabelText('低于多少积分时提醒')).toHaveValue('250')
  await expect
    .element(card.getByRole('checkbox', { name: '积分即将到期时发送邮件' }))
    .not.toBeChecked()
  await card.getByLabelText('低于多少积分时提醒').fill('')
  await save()
  await expect.element(card.getByText('请填写低于多少时提醒')).toBeVisible()
  const saved = answer(saveReminders, { lowCredit: 1200, expiringDays: null })
  await card.getByLabelText('低于多少积分时提醒').fill('１,２００')
  await save()
  await expect.element(screen.getByText('邮件提醒已保存')).toBeVisible()
  expect(saved).toEqual([{ lowCredit: 1200, expiringDays: null }])
})

test('a refusal stands beside its field, and what was typed stays', async () => {
  answer(readReminders, { lowCredit: null, expiringDays: 7 })
  refuse(saveReminders, 'VALIDATION', { fields: { expiringDays: '请填写 1 到 90 之间的整数' } })
  const { card, save } = await open()
  await card.getByLabelText('提前几天提醒').fill('400')
  await save()
  await expect.element(card.getByText('请填写 1 到 90 之间的整数')).toBeVisible()
  await expect.element(card.getByLabelText('提前几天提醒')).toHaveValue('400')
})
