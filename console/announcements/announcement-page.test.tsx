import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, refundForm, renderConsole, signIn } from '../testing/render-console.tsx'

test('a link to another site: the form says before the preview that it is signed, and afterwards that it waits', async () => {
  signIn()
  const form = { command: 'announcements add', title: '发布公告', permission: 'own' } as const
  answerFrame([{ ...refundForm, ...form }])
  const { screen } = await renderConsole('/announcements/announcement')
  const link = screen.getByRole('textbox', { name: '链接', exact: true })
  await expect.element(link).toHaveAccessibleDescription(/别的网站.*另一位所有者或财务签字/)
  await screen.getByRole('textbox', { name: '内容' }).fill('请重新确认账户')
  await screen.getByLabelText('链接文字').fill('去确认')
  await link.fill('https://shop-verify.example/login')
  const sentences = ['链接通往别的网站：shop-verify.example', '需要另一位所有者或财务签字']
  answer(act, { is: 'preview', preview: { facts: [], sentences }, mark: 'mark-1' })
  await screen.getByRole('button', { name: '预览并发布' }).click()
  const box = screen.getByRole('region', { name: '将要发生的事' })
  await expect.element(box).toMatchTextContent(/shop-verify\.example.*签字/)
  answer(act, { is: 'waiting', requestId: 'request-1', until: '2026-11-27T02:00:00.000Z' })
  await screen.getByRole('button', { name: '执行' }).click()
  const status = screen.getByRole('dialog').getByRole('status')
  await expect.element(status).toMatchTextContent(/还没有执行：这个操作要两个人同意/)
  await screen.getByRole('button', { name: '知道了' }).click()
  await expect.element(link).toHaveValue('https://shop-verify.example/login')
})
