import { expect, test } from 'vitest'
import type { PlanOffer } from '#contract/content/content.ts'
import type { PlanRow } from '../../recharge/plans/plans.store.ts'
import { LARGE, SMALL } from '../../testing/shop.ts'
import { isOfferChange, soldPlans, timesCheaper } from './cheap-plans.ts'
import type { UnsignedChange } from './plans.store.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const BEFORE = new Date('2026-05-31T00:00:00Z')
const TIMES = { at: NOW, since: new Date('2026-05-25T00:00:00Z') }
const LATER = new Date('2026-06-02T00:00:00Z')

/** 1,000 credit for ¥10, on sale without a limit. */
function row(terms: Partial<PlanRow> = {}): PlanRow {
  return {
    ...{ ...SMALL, amount: 1000, credit: 1000, originalAmount: null, badge: null, version: 1 },
    ...{ isOnSale: true, saleFrom: null, saleUntil: null, limitPerUser: null },
    ...{ stock: null, held: null, sold: null, updatedAt: BEFORE },
    ...terms,
  }
}

function offer(terms: Partial<PlanOffer> = {}): PlanOffer {
  return { ...LARGE, amount: 1000, credit: 1000, bonusCredit: 0, ...terms }
}

function change(from: Record<string, string | number | boolean | null>): UnsignedChange {
  const fields = Object.entries(from).map(([field, value]) => ({ field, from: value, to: null }))
  return { planId: SMALL.id, isNew: false, fields }
}

const OFFERS: [string, Partial<PlanOffer>, readonly Partial<PlanRow>[], number | null][] = [
  ['the same', {}, [{}], 1],
  ['half the price', { amount: 500 }, [{}], 2],
  ['just three times', { credit: 3000 }, [{}], 3],
  ['bonus counts as credit', { bonusCredit: 9000 }, [{}], 10],
  ['bonus of the other counts, too', { credit: 4000 }, [{ bonusCredit: 1000 }], 2],
  ['the best of several decides', { credit: 4000 }, [{}, { id: 'b', credit: 2000 }], 2],
  ['much for much money', { amount: 100_000, credit: 100_000 }, [{}], 1],
  ['nothing on sale', {}, [], null],
  ['withdrawn', {}, [{ isOnSale: false }], null],
  ['sold from tomorrow', {}, [{ saleFrom: LATER }], null],
  ['sold since yesterday', {}, [{ saleFrom: BEFORE }], null],
  ['sold since a month', {}, [{ saleFrom: new Date('2026-05-01T00:00:00Z') }], 1],
  ['sold until yesterday', {}, [{ saleUntil: BEFORE }], null],
  ['other money', {}, [{ currency: 'usd' }], null],
  ['few pieces say nothing of any number', {}, [{ stock: 5 }], null],
  ['its own as few pieces', { id: SMALL.id, stock: 5 }, [{ stock: 5 }], 1],
  ['its own more pieces', { id: SMALL.id, stock: 6 }, [{ stock: 5 }], null],
  ['a copy of one with few pieces', { stock: 5 }, [{ stock: 5 }], null],
  ['a copy of one for each customer', { limitPerUser: 1 }, [{ limitPerUser: 1 }], null],
  ['a day of credit says nothing of ever after', { validDays: 0 }, [{ validDays: 1 }], null],
  ['a day of credit says it of a day', { validDays: 1 }, [{ validDays: 1 }], 1],
  ['a month says it of ever after', { validDays: 0 }, [{ validDays: 30 }], 1],
  ['fifty at once say nothing of one', {}, [{ minNum: 50 }], null],
  ['one says it of fifty at once', { minNum: 50 }, [{}], 1],
  ['one for each customer says nothing of more', { limitPerUser: 2 }, [{ limitPerUser: 1 }], null],
  ['without a limit says it of fewer', { stock: 5, limitPerUser: 1 }, [{}], 1],
  ['until tomorrow says nothing of ever after', {}, [{ saleUntil: LATER }], null],
  ['until tomorrow', { saleUntil: LATER.toISOString() }, [{ saleUntil: LATER }], 1],
]

test('an offer is compared with what is on sale on terms that it can be compared with', () => {
  const found = OFFERS.map(([name, wanted, plans]) => [
    name,
    timesCheaper(offer(wanted), soldPlans(plans.map(row), [], TIMES)),
  ])
  expect(found).toEqual(OFFERS.map(([name, , , times]) => [name, times]))
})

const CHANGES: [string, Partial<PlanRow>, UnsignedChange[], number | null][] = [
  ['made cheaper', { credit: 3000 }, [change({ credit: 1000 })], 3],
  ['in two steps', { credit: 9000 }, [change({ credit: 3000 }), change({ credit: 1000 })], 3],
  ['made dearer', { credit: 500 }, [change({ credit: 1000 })], 6],
  ['cheaper and back', { credit: 1000 }, [change({ credit: 3000 }), change({ credit: 1000 })], 3],
  ['more pieces', {}, [change({ stock: 5 })], null],
  ['put on sale', {}, [change({ onSale: false })], null],
  ['begun', {}, [change({ saleFrom: LATER.toISOString() })], null],
  ['added', {}, [{ planId: SMALL.id, isNew: true, fields: [] }], null],
  ['another plan', {}, [{ planId: LARGE.id, isNew: true, fields: [] }], 3],
]

test('changes that nobody signed make nothing comparable', () => {
  const found = CHANGES.map(([name, now, changes]) => [
    name,
    timesCheaper(offer({ credit: 3000 }), soldPlans([row(now)], changes, TIMES)),
  ])
  expect(found).toEqual(CHANGES.map(([name, , , times]) => [name, times]))
})

test('texts, order and recommendation are no change of the offer', () => {
  const changed = (...fields: string[]) =>
    isOfferChange(fields.map((field) => ({ field, from: null, to: 1 })))
  expect(changed('name', 'features', 'badge', 'recommended', 'originalAmount')).toBe(false)
  const offered = ['amount', 'credit', 'bonusCredit', 'validDays', 'minNum']
  for (const field of [...offered, 'stock', 'limitPerUser', 'saleUntil'])
    expect([field, changed('name', field)]).toEqual([field, true])
})
