import { expect, test } from 'vitest'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import { draftOf, offerOf, planSchema } from './plan-form.ts'
import { fromFieldTime, toFieldTime } from './zoned-time.ts'

const zone = { currency: 'cny', timeZone: 'Asia/Shanghai' }

const plan: ConsolePlan = {
  ...{ id: 'pro', name: '专业版', summary: '每天都用', features: ['一条', '两条'] },
  ...{ amount: 9990, currency: 'cny', originalAmount: 11_990, credit: 10_000, bonusCredit: 2000 },
  ...{ validDays: 365, minNum: 1, maxNum: 20, badge: '推荐', recommended: true },
  ...{ saleFrom: '2026-11-30T16:00:00.000Z', saleUntil: '2026-12-31T15:59:00.000Z' },
  ...{ stock: 50, limitPerUser: 2 },
  ...{ basis: 'x', version: 1, state: 'on sale', pieces: { held: 0, sold: 0, left: 50 } },
}

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

test.each([
  [{ name: ' ' }, 'name'],
  [{ id: 'Pro' }, 'id'],
  [{ amount: '19.999' }, 'amount'],
  [{ amount: '0' }, 'amount'],
  [{ originalAmount: '99.90' }, 'originalAmount'],
  [{ maxNum: '0' }, 'maxNum'],
  [{ minNum: '3' }, 'limitPerUser'],
  [{ saleUntil: '2026-11-01T00:00' }, 'saleUntil'],
  [{ stock: '一' }, 'stock'],
])('%j is pointed out at %s', (changed, field) => {
  expect(wrongFields(changed)).toContain(field)
})
