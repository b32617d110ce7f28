import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAudit } from '#contract/console/audit.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, auditEntryOf, renderConsole, signIn } from '../testing/render-console.tsx'

const NEXT = '0197a9c2-0000-7000-8000-000000000009'
const commands = [{ command: 'orders refund', title: '退款' }]

test('filters and page come from the address and go to the server', async () => {
  signIn()
  answerFrame()
  const received = answer(listAudit, { entries: [], next: null, commands })
  const { screen } = await renderConsole(
    `/audit?command=orders+refund&outcome=failed&channel=nowhere&before=${NEXT}`,
  )
  await expect.element(screen.getByText('没有符合的记录')).toBeVisible()
  expect(received).toEqual([{ command: 'orders refund', outcome: 'failed', before: NEXT }])
  await expect.element(screen.getByLabelText('全部结果')).toHaveValue('failed')
  await expect.element(screen.getByRole('link', { name: '回到最新' })).toBeVisible()
})

test('choosing and typing filters changes the address, and they can be cleared', async () => {
  signIn()
  answerFrame()
  const received = answer(listAudit, { entries: [auditEntryOf()], next: NEXT, commands })
  const { screen, address } = await renderConsole('/audit')
  await screen.getByLabelText('全部渠道').selectOptions('命令行')
  await expect.poll(address).toBe('/audit?channel=terminal')
  // the fields of another filter are drawn anew
  await expect.element(screen.getByRole('link', { name: '清除筛选' })).toBeVisible()
  await screen.getByLabelText('对象', { exact: true }).fill(' XQ1 ')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/audit?subject=XQ1&channel=terminal')
  await expect.poll(() => received.at(-1)).toEqual({ subject: 'XQ1', channel: 'terminal' })
  await screen.getByRole('link', { name: '更早' }).click()
  await expect.poll(address).toBe(`/audit?subject=XQ1&channel=terminal&before=${NEXT}`)
  await screen.getByRole('link', { name: '清除筛选' }).click()
  await expect.poll(address).toBe('/audit')
})

test('j, k and Enter walk through the rows and open one, with all that was recorded, as does a click', async () => {
  signIn()
  answerFrame()
  const second = auditEntryOf({
    id: '0197a9c2-0000-7000-8000-000000000002',
    title: '调整积分',
    outcome: 'refused',
    failure: '余额不够',
    signedBy: 'lilei@example.com',
  })
  answer(listAudit, { entries: [auditEntryOf(), second], next: null, commands })
  const { screen } = await renderConsole('/audit')
  await expect.element(screen.getByRole('button', { name: '调整积分' })).toBeVisible()
  await userEvent.keyboard('jj')
  await expect.element(screen.getByRole('button', { name: '调整积分' })).toHaveFocus()
  await userEvent.keyboard('k')
  await expect.element(screen.getByRole('button', { name: '退款' })).toHaveFocus()
  await userEvent.keyboard('j{Enter}')
  const dialog = screen.getByRole('dialog', { name: '调整积分' })
  await expect.element(dialog).toMatchTextContent(/余额不够/)
  await expect.element(dialog).toMatchTextContent(/203\.0\.113\.24/)
  await expect.element(dialog).toMatchTextContent(/签字lilei@example\.com/)
  await expect.element(dialog.getByLabelText('结果')).toMatchTextContent(/"order": "XQ1"/)
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: '调整积分' })).toHaveFocus()
  await screen.getByRole('cell', { name: 'zhoumin@example.com' }).first().click()
  await expect.element(screen.getByRole('dialog', { name: '退款' })).toBeVisible()
})
