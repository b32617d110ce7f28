import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import {
  dropRequest,
  listSignatureRequests,
  type SignatureRequest,
  signRequest,
} from '#contract/console/staff/signatures.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'

const request: SignatureRequest = {
  id: '0197a9c2-0000-7000-8000-000000000001',
  operator: 'li@example.com',
  operatorName: '李雷',
  isOwn: false,
  command: 'orders refund',
  title: '退款',
  preview: { facts: [], sentences: ['将退款 ¥998.00'] },
  reason: null,
  requestedAt: '2026-11-20T02:00:00.000Z',
  expiresAt: '2026-11-27T02:00:00.000Z',
}
const preview = { facts: [], sentences: ['将退款 ¥499.00'] }

type Answer = OutputOf<typeof listSignatureRequests>
const none: Answer = { requests: [], signsLater: null, ended: [] }

function open(requests: SignatureRequest[], more: Partial<Answer> = {}) {
  signIn()
  answerFrame()
  answer(listSignatureRequests, { ...none, requests, ...more })
  return renderConsole('/signatures')
}

test('request of a colleague: the rail counts it, and it is signed with the preview of now', async () => {
  const { screen } = await open([request])
  await expect.element(screen.getByRole('link', { name: /待签字/ })).toHaveTextContent('待签字1')
  await expect.element(screen.getByText('将退款 ¥998.00')).toBeVisible()
  const shown = answer(signRequest, { is: 'preview', preview, mark: 'mark-1' })
  await screen.getByRole('button', { name: '查看并签字' }).click()
  const box = screen.getByRole('region', { name: '变更预览' })
  await expect.element(box).toHaveTextContent('变更预览将退款 ¥499.00')
  expect(shown).toEqual([{ id: request.id, mark: null }])
  const report = { facts: [{ label: '退款编号', value: 're_1' }], sentences: [] }
  const signed = answer(signRequest, { is: 'done', report })
  await screen.getByRole('button', { name: '签字并执行' }).click()
  await expect
    .element(screen.getByRole('region', { name: '结果' }))
    .toHaveTextContent('结果退款编号re_1')
  expect(signed).toEqual([{ id: request.id, mark: 'mark-1' }])
  answer(listSignatureRequests, none)
  await screen.getByRole('button', { name: '完成' }).click()
  await expect.element(screen.getByText('没有在等签字的操作')).toBeVisible()
})

test('own request can be withdrawn and not signed; one that was decided meanwhile says so beside its button', async () => {
  const { screen } = await open([{ ...request, isOwn: true }])
  await expect.element(screen.getByRole('link', { name: '待签字' })).toHaveTextContent('待签字')
  await expect.element(screen.getByRole('button', { name: '查看并签字' })).not.toBeInTheDocument()
  refuse(dropRequest, 'ACTION_REPEATED', { message: '这个申请已经有了结果，或已经过期' })
  await screen.getByRole('button', { name: '撤回申请' }).click()
  await expect
    .element(screen.getByRole('alert'))
    .toHaveTextContent('这个申请已经有了结果，或已经过期')
  const dropped = answer(dropRequest, null)
  answer(listSignatureRequests, none)
  await screen.getByRole('button', { name: '撤回申请' }).click()
  await expect.element(screen.getByText('没有在等签字的操作')).toBeVisible()
  expect(dropped).toEqual([{ id: request.id }])
})

test('request that was made after the console was opened is there when the page is', async () => {
  signIn()
  answerFrame()
  const asked = answer(listSignatureRequests, none)
  const { screen } = await renderConsole('/actions')
  await expect.poll(() => asked.length).toBe(1)
  answer(listSignatureRequests, { ...none, requests: [request] })
  await screen.getByRole('link', { name: '待签字' }).click()
  await expect.element(screen.getByText('将退款 ¥998.00')).toBeVisible()
})

test('action beyond the daily sum says that it waits and until when', async () => {
  signIn()
  answerFrame()
  const { screen } = await renderConsole('/actions?do=orders%20refund&order=XQ1')
  answer(act, { is: 'waiting', requestId: request.id, until: '2026-11-27T02:00:00.000Z' })
  await screen.getByRole('button', { name: '预览' }).click()
  await expect.element(screen.getByText(/还没有执行/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: '看待签字' }))
    .toHaveAttribute('href', '/signatures')
})

test('colleague who does not sign yet: since when, from when on, and no button', async () => {
  const signsLater = { since: '2026-11-20T01:00:00.000Z', from: '2026-11-21T01:00:00.000Z' }
  const { screen } = await open([request], { signsLater })
  await expect.element(screen.getByText('将退款 ¥998.00')).toBeVisible()
  await expect.element(screen.getByText(/24 小时内不能签字/)).toBeVisible()
  const times = [...document.querySelectorAll('.notice time')].map((time) =>
    time.getAttribute('datetime'),
  )
  expect(times).toEqual([signsLater.since, signsLater.from])
  expect(screen.getByRole('button', { name: '查看并签字' }).query()).toBeNull()
  await expect.element(screen.getByRole('link', { name: '待签字' })).toHaveTextContent('待签字')
})

test('requester reads what became of the requests', async () => {
  const times = { requestedAt: '2026-11-20T01:00:00.000Z', endedAt: '2026-11-20T02:00:00.000Z' }
  const { screen } = await open([], {
    ended: [
      { id: 'a', title: '退款', ...times, outcome: 'refused', decidedBy: 'han@example.com' },
      { id: 'b', title: '调整积分', ...times, outcome: 'expired', decidedBy: null },
    ],
  })
  const table = screen.getByRole('table', { name: /有了结果的申请/ })
  await expect.element(table.getByText('已过期，没有执行')).toBeVisible()
  expect(table.element().textContent).toContain('已拒绝 han@example.com')
})
