import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import { listConsolePlans, readPlanHistory } from '#contract/console/plans.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, refundForm, renderConsole, signIn } from '../testing/render-console.tsx'

const plan: ConsolePlan = {
  ...{ id: 'pro', name: '专业版', summary: '每天都用', features: ['一条'], amount: 9990 },
  ...{ currency: 'cny', credit: 10_000, bonusCredit: 0, validDays: 365, minNum: 1, maxNum: 20 },
  ...{ recommended: true, basis: 'x', version: 1, state: 'on sale', pieces: null },
}

test('a plan that a colleague has to sign: the preview says so, and afterwards that it waits', async () => {
  signIn()
  answerFrame([{ ...refundForm, command: 'plans save', title: '保存套餐', permission: 'own' }])
  const file = { changes: [], isInOrder: true, unlisted: [] }
  answer(listConsolePlans, { plans: [plan], file })
  answer(readPlanHistory, { changes: [], next: null })
  const { screen } = await renderConsole('/plans/plan?plan=pro')
  await screen.getByLabelText('积分', { exact: true }).fill('200000000')
  const sentences = ['同样的钱，积分是在售套餐的 20,000 倍以上', '需要另一位所有者或财务签字']
  answer(act, { is: 'preview', preview: { facts: [], sentences }, mark: 'mark-1' })
  await screen.getByRole('button', { name: '预览并保存' }).click()
  const box = screen.getByRole('region', { name: '将要发生的事' })
  await expect.element(box).toMatchTextContent(/20,000 倍以上.*签字/)

  const until = '2026-11-27T02:00:00.000Z'
  const asked = answer(act, { is: 'waiting', requestId: 'request-1', until })
  await screen.getByRole('button', { name: '执行' }).click()
  const status = screen.getByRole('dialog').getByRole('status')
  await expect.element(status).toMatchTextContent(/还没有执行：这个操作要两个人同意/)
  await expect.element(screen.getByRole('link', { name: '看待签字' })).toBeVisible()
  expect(asked).toMatchObject([{ command: 'plans save', mark: 'mark-1' }])
  await screen.getByRole('button', { name: '知道了' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(screen.getByLabelText('积分', { exact: true })).toHaveValue('200000000')
})
