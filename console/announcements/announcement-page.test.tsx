import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { type Announcement, listAnnouncements } from '#contract/console/announcements.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, refundForm, renderConsole, signIn } from '../testing/render-console.tsx'

const banner: Announcement = {
  id: 'announcement-1',
  kind: 'banner',
  title: null,
  text: '本周六凌晨两点到四点升级支付系统，其间不能付款，积分照常使用；升级之后请刷新页面，有问题请联系客服，我们会尽快答复。',
  link: null,
  tone: 'warning',
  pages: 'all',
  isDismissable: true,
  startsAt: '2026-11-19T04:00:00.000Z',
  endsAt: '2026-11-29T04:00:00.000Z',
  withdrawnAt: null,
  state: 'live',
  version: 1,
  views: null,
  createdAt: '2026-11-19T04:00:00.000Z',
  createdBy: 'zhoumin@example.com',
  updatedAt: '2026-11-19T04:00:00.000Z',
  updatedBy: 'zhoumin@example.com',
}

test('a link to another site: the form says before the preview that a colleague has to sign', async () => {
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
})

test('in the list a long text is cut with an ellipsis', async () => {
  signIn()
  answerFrame()
  answer(listAnnouncements, { announcements: [banner] })
  const { screen } = await renderConsole('/announcements')
  const link = screen.getByRole('link', { name: /本周六凌晨/ })
  await expect.element(link).toBeVisible()
  const { scrollWidth, clientWidth } = link.element()
  expect(scrollWidth).toBeGreaterThan(clientWidth)
  await expect.element(link).toHaveStyle({ textOverflow: 'ellipsis', overflow: 'hidden' })
})
