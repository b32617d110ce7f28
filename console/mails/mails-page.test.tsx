import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listConsoleMails } from '#contract/console/mails.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import { formOf, mailOf } from '../testing/samples.ts'

const sent = mailOf({
  id: '0197a9c2-0000-7000-8000-000000000302',
  state: 'done',
  to: null,
  subject: null,
  title: '付款收据（重发）',
})
const forms = [formOf('mail resend', '补发邮件', 'mail')]

test('the mail of the address is asked for, marked and scrolled to', async () => {
  signIn()
  answerFrame(forms)
  const others = Array.from({ length: 40 }, (_, at) => mailOf({ id: `mail-${at}` }))
  const received = answer(listConsoleMails, { mails: [...others, mailOf()], next: null })
  const { screen } = await renderConsole(`/mails?id=${mailOf().id}`)
  await expect.poll(() => document.querySelectorAll('tr[aria-current=true]')).toHaveLength(1)
  const row = screen.getByRole('row').last()
  await expect.element(row).toHaveAttribute('aria-current', 'true')
  await expect.element(row).toBeInViewport()
  expect(received).toEqual([{ id: mailOf().id }])
})

test('a sent mail says what it was about; one that was given up is sent again, and the result stays when its button has gone', async () => {
  signIn()
  answerFrame(forms)
  const untold = { ...sent, id: '0197a9c2-0000-7000-8000-000000000303', title: null }
  answer(listConsoleMails, { mails: [mailOf(), sent, untold], next: null })
  const { screen } = await renderConsole('/mails')
  const rows = screen.getByRole('row')
  await expect.element(rows.nth(2)).toMatchTextContent('付款收据（重发）（内容已不保留）')
  await expect.element(rows.nth(3)).toMatchTextContent('内容已不保留')
  const button = screen.getByRole('button', { name: /^补发/ })
  await button.click()
  const dialog = screen.getByRole('dialog', { name: '补发邮件' })
  await expect.element(dialog.getByLabelText('对象')).toHaveValue(mailOf().id)
  answer(listConsoleMails, { mails: [mailOf({ state: 'done' }), sent], next: null })
  answer(act, { is: 'done', report: { facts: [], sentences: ['已重新发送 1 封'] } })
  await dialog.getByRole('button', { name: '执行' }).click()
  await expect.element(button).not.toBeInTheDocument()
  await expect.element(dialog).toMatchTextContent(/已重新发送 1 封/)
})
