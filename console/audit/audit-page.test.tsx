import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listAudit } from '#contract/console/audit.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, auditEntryOf, renderConsole, signIn } from '../testing/render-console.tsx'

const commands = [{ command: 'orders refund', title: '退款' }]

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
