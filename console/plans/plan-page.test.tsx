import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import { listConsolePlans, readPlanHistory } from '#contract/console/plans.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, refundForm, renderConsole, signIn } from '../testing/render-console.tsx'
import { draftOf, offerOf, planSchema } from './plan-form.ts'
import { fromFieldTime, toFieldTime } from './zoned-time.ts'

const onPage: ConsolePlan = {
  ...{ id: 'pro', name: '专业版', summary: '每天都用', features: ['一条'], amount: 9990 },
  ...{ currency: 'cny', credit: 10_000, bonusCredit: 0, validDays: 365, minNum: 1, maxNum: 20 },
  ...{ recommended: true, basis: 'x', version: 1, state: 'on sale', pieces: null },
}

const zone = { currency: 'cny', timeZone: 'Asia/Shanghai' }

const plan: ConsolePlan = {
  ...{ id: 'pro', name: '专业版', summary: '每天都用', features: ['一条', '两条'] },
  ...{ amount: 9990, currency: 'cny', originalAmount: 11_990, credit: 10_000, bonusCredit: 2000 },
  ...{ validDays: 365, minNum: 1, maxNum: 20, badge: '推荐', recommended: true },
  ...{ saleFrom: '2026-11-30T16:00:00.000Z', saleUntil: '2026-12-31T15:59:00.000Z' },
  ...{ stock: 50, limitPerUser: 2 },
  ...{ basis: 'x', version: 1, state: 'on sale', pieces: { held: 0, sold: 0, left: 50 } },
}

test('a plan that a colleague has to sign: the preview says so, and afterwards that it waits', async () => {
  signIn()
  answerFrame([{ ...refundForm, command: 'plans save', title: '保存套餐', permission: 'own' }])
  const file = { changes: [], isInOrder: true, unlisted: [] }
  answer(listConsolePlans, { plans: [onPage], file })
  answer(readPlanHistory, { changes: [], next: null })
  const { screen } = await renderConsole('/plans/plan?plan=pro')
  await screen.getByLabelText('积分', { exact: true }).fill('200000000')
  const sentences = ['同样的钱，积分比在售套餐多 20,000%', '需要另一位所有者或财务签字']
  answer(act, { is: 'preview', preview: { facts: [], sentences }, mark: 'mark-1' })
  await screen.getByRole('button', { name: '预览并保存' }).click()
  const box = screen.getByRole('region', { name: '变更预览' })
  await expect.element(box).toMatchTextContent(/20,000%.*签字/)

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

function wrongFields(changed: Record<string, string>): string[] {
  const parsed = planSchema(zone).safeParse({ ...draftOf(plan, zone), ...changed })
  return parsed.success ? [] : parsed.error.issues.map(({ path }) => path.join('.'))
}

test('a stored plan’s fields are the same plan again', () => {
  const { basis: _b, version: _v, state: _s, pieces: _p, ...offer } = plan
  const draft = draftOf(plan, zone)
  expect(draft).toMatchObject({ amount: '99.90', saleFrom: '2026-12-01T00:00', stock: '50' })
  expect(offerOf(draft, zone)).toEqual(offer)
  expect(wrongFields({})).toEqual([])
})

test('times are those of the shop, also where clocks change', () => {
  for (const iso of [
    '2026-03-29T00:30:00.000Z',
    '2026-10-25T02:30:00.000Z',
    '2026-07-01T12:00:00.000Z',
  ])
    expect(fromFieldTime(toFieldTime(iso, 'Europe/Berlin'), 'Europe/Berlin')).toBe(iso)
  expect(fromFieldTime('', 'Europe/Berlin')).toBeUndefined()
})

test('each rule that a changed plan breaks is pointed out at its field', () => {
  const rows: [changed: Record<string, string>, field: string][] = [
    [{ name: ' ' }, 'name'],
    [{ id: 'Pro' }, 'id'],
    [{ amount: '19.999' }, 'amount'],
    [{ amount: '0' }, 'amount'],
    [{ originalAmount: '99.90' }, 'originalAmount'],
    [{ maxNum: '0' }, 'maxNum'],
    [{ minNum: '3' }, 'limitPerUser'],
    [{ saleUntil: '2026-11-01T00:00' }, 'saleUntil'],
    [{ stock: '一' }, 'stock'],
  ]
  for (const [changed, field] of rows)
    expect([changed, wrongFields(changed)]).toEqual([changed, expect.arrayContaining([field])])
})
