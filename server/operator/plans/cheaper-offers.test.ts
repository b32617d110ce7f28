import { expect, test } from 'vitest'
import type { PlanOffer } from '#contract/content/content.ts'
import type { PlanRow } from '../../recharge/plans/plans.store.ts'
import { LARGE, SMALL } from '../../testing/shop.ts'
import { describeCheaperOffer } from './cheaper-offers.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const BEFORE = new Date('2026-05-31T00:00:00Z')
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

const itself = { id: SMALL.id }
const begins = { saleFrom: LATER.toISOString() }
const NOTHING = expect.stringContaining('没有可以比较的在售套餐')
const more = (percent: number) => `同样的钱，积分比在售套餐多 ${percent}%`

/** The wanted offer, another plan unless it is `itself`; the plans; what is said, null for nothing. */
const OFFERS: [string, Partial<PlanOffer>, readonly Partial<PlanRow>[], unknown][] = [
  ['the same', {}, [{}], null],
  ['much for much money', { amount: 100_000, credit: 100_000 }, [{}], null],
  ['dearer', { amount: 1001 }, [{}], null],
  ['a little cheaper', { ...itself, amount: 999 }, [{}], more(1)],
  ['little for little money', { amount: 999, credit: 999 }, [{}], NOTHING],
  [
    'a large package says nothing of a small one',
    { amount: 500, credit: 600 },
    [{ id: 'b', amount: 9000, credit: 12_000 }],
    NOTHING,
  ],
  ['bonus counts as credit', { bonusCredit: 9000 }, [{}], more(900)],
  ['bonus of the other counts, too', { credit: 2000 }, [{ bonusCredit: 1000 }], null],
  ['the best of several decides', { credit: 2000 }, [{}, { id: 'b', credit: 2000 }], null],
  ['its own price decides no more than another', { ...itself, credit: 1001 }, [{}], more(1)],
  ['nothing on sale', {}, [], NOTHING],
  ['withdrawn', {}, [{ isOnSale: false }], NOTHING],
  ['not begun', {}, [{ saleFrom: LATER }], NOTHING],
  ['begun yesterday', {}, [{ saleFrom: BEFORE }], null],
  ['sold until yesterday', {}, [{ saleUntil: BEFORE }], NOTHING],
  ['sold until tomorrow', { saleUntil: LATER.toISOString() }, [{ saleUntil: LATER }], NOTHING],
  ['other money', {}, [{ currency: 'usd' }], NOTHING],
  ['a copy of one with few pieces', { stock: 5 }, [{ stock: 5 }], NOTHING],
  ['a copy of one for each customer', { limitPerUser: 1 }, [{ limitPerUser: 1 }], NOTHING],
  ['without a limit says it of fewer', { stock: 5, limitPerUser: 1 }, [{}], null],
  ['a month says nothing of ever after', { validDays: 0 }, [{ validDays: 30 }], NOTHING],
  ['ever after says it of a month', { validDays: 30 }, [{ validDays: 0 }], null],
  ['fifty at once say nothing of one', {}, [{ minNum: 50 }], NOTHING],
  ['one says it of fifty at once', { minNum: 50 }, [{}], null],
  ['its own as few pieces', { ...itself, stock: 5 }, [{ stock: 5 }], null],
  ['its own more pieces', { ...itself, stock: 6 }, [{ stock: 5 }], NOTHING],
  ['its own limit raised', { ...itself, limitPerUser: 2 }, [{ limitPerUser: 1 }], NOTHING],
  ['its own sale goes on', itself, [{ saleUntil: LATER }], NOTHING],
  [
    'its own sale stays ended',
    { ...itself, saleUntil: begins.saleFrom },
    [{ saleUntil: LATER }],
    null,
  ],
  ['its own beginning stays', { ...itself, ...begins }, [{ saleFrom: LATER }], null],
  ['its own beginning comes earlier', itself, [{ saleFrom: LATER }], NOTHING],
  ['its own, withdrawn', itself, [{ isOnSale: false }], NOTHING],
]

test.each(OFFERS)('%s', (_, wanted, plans, said) => {
  const offer = {
    ...LARGE,
    ...SMALL,
    id: 'other',
    amount: 1000,
    credit: 1000,
    bonusCredit: 0,
    ...wanted,
  }
  expect(describeCheaperOffer(offer, plans.map(row), NOW)).toEqual(said)
})
