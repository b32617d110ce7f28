import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import {
  type Announcement,
  listAnnouncements,
  readAnnouncement,
} from '#contract/console/announcements.ts'
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
  endsAt: '2026-11-29T04:00:45.000Z',
  withdrawnAt: null,
  state: 'live',
  version: 1,
  views: null,
  createdAt: '2026-11-19T04:00:00.000Z',
  createdBy: 'zhoumin@example.com',
  updatedAt: '2026-11-19T04:00:00.000Z',
  updatedBy: 'zhoumin@example.com',
}

test('the form gives its fields to the command, but no time that stays, and what is empty of a stored announcement is taken away', async () => {
  signIn()
  const form = { command: 'announcements edit', title: '修改公告', permission: 'own' } as const
  answerFrame([{ ...refundForm, ...form }])
  const stored = { ...banner, state: 'upcoming', link: { label: '去看', url: '/plans' } } as const
  answer(readAnnouncement, stored)
  const { screen } = await renderConsole('/announcements/announcement?announcement=announcement-1')
  await screen.getByRole('textbox', { name: '内容' }).fill('维护推迟一天')
  await screen.getByLabelText('链接文字').fill('')
  await screen.getByRole('textbox', { name: '链接', exact: true }).fill('')
  const asked = answer(act, {
    is: 'preview',
    preview: { facts: [], sentences: ['将修改'] },
    mark: 'm',
  })
  await screen.getByRole('button', { name: '预览并保存' }).click()
  await expect.element(screen.getByRole('region', { name: '变更预览' })).toBeVisible()
  expect(asked.map(({ given }) => given)).toMatchObject([
    {
      ...{ announcement: 'announcement-1', basis: '1', text: '维护推迟一天', pages: 'all' },
      ...{ link: '-', 'link-label': '-', tone: 'warning', dismissable: 'yes' },
    },
  ])
  expect(asked[0]!.given).not.toHaveProperty('from')
  expect(asked[0]!.given).not.toHaveProperty('until')
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
