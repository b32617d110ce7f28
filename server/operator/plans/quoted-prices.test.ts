import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import type { PlanFieldChange } from '../../recharge/plans/plan-changes.ts'
import { loadContent } from '../../site/content/load-content.ts'
import { describeQuotedPrices } from './quoted-prices.ts'

const shipped = loadContent(
  fileURLToPath(new URL('../../../content', import.meta.url)),
  PAYMENT_METHODS,
)

function describe(features: string[], change: PlanFieldChange) {
  const [plan] = shipped.plans
  const changes = [
    { id: plan!.id, name: '', kind: 'changed' as const, version: 2, fields: [change] },
  ]
  return describeQuotedPrices(shipped, [{ ...plan!, features }], changes)
}

test('a new price names the texts that say the old one as a number; the shipped texts say none', () => {
  const own = shipped.plans.map(({ amount }) => ({ field: 'amount', from: amount, to: 1 }))
  expect(own.flatMap((change) => describe([], change))).toEqual([])

  const texts = ['只要 ¥19.90', '¥19.9 一份', '19.90 元起', '¥19.99', '¥119.90', '19.90 分']
  const [sentence] = describe(texts, { field: 'amount', from: 1990, to: 2990 })
  for (const named of texts.slice(0, 3)) expect(sentence).toContain(named)
  for (const other of texts.slice(3)) expect(sentence).not.toContain(`（${other}）`)

  expect(describe(['¥1,299', '1299.00元'], { field: 'amount', from: 129_900, to: 1 })[0]).toMatch(
    /¥1,299.*1299\.00元/,
  )
  expect(describe(['¥19.90'], { field: 'credit', from: 1990, to: 1 })).toEqual([])
})
