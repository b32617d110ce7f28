import { expect, test } from 'vitest'
import { type Announcement, listAnnouncements } from '#contract/console/announcements.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'

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

test('a long text is cut with an ellipsis', async () => {
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
