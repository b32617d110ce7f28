import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAudit } from '#contract/console/audit.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, auditEntryOf, renderConsole, signIn } from '../testing/render-console.tsx'

const NEXT = '0197a9c2-0000-7000-8000-000000000009'
const commands = [{ command: 'orders refund', title: '退款' }]

test('filters and page come from the address and go to the server; the server names the actions to choose from', async () => {
  signIn()
  answerFrame()
  const received = answer(listAudit, { entries: [], next: null, commands })
  const { screen, address } = await renderConsole(
    `/audit?command=orders+refund&outcome=failed&channel=nowhere&before=${NEXT}`,
  )
  await expect.element(screen.getByText('没有符合的操作记录')).toBeVisible()
  expect(received).toEqual([{ command: 'orders refund', outcome: 'failed', before: NEXT }])
  await expect.element(screen.getByRole('button', { name: '操作：退款' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '回到最新' })).toBeVisible()
  await screen.getByRole('link', { name: '清除筛选' }).click()
  await expect.poll(address).toBe('/audit')
  await screen.getByRole('button', { name: '操作', exact: true }).click()
  await screen.getByRole('link', { name: '退款', exact: true }).click()
  await expect.poll(address).toBe('/audit?command=orders+refund')
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
