import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ProductContent } from '#contract/content/page-content.ts'
import type { HomeContent } from '#contract/content/content.ts'
import { MOST_CHARACTERS } from './price.ts'
import { TOOLS } from './tools.ts'

function readContent(name: string) {
  return JSON.parse(readFileSync(new URL(`../../content/${name}.json`, import.meta.url), 'utf8'))
}

const rateOf = (price: number) => `${price} 积分／百字`

test('the texts of the demo shop state the prices and limits of the tools', () => {
  const home: HomeContent = readContent('home')
  expect(Object.fromEntries(home.tools.map(({ name, rate }) => [name, rate]))).toEqual(
    Object.fromEntries(TOOLS.map(({ name, pricePerHundred }) => [name, rateOf(pricePerHundred)])),
  )
  const product: ProductContent = readContent('product')
  expect(product.features.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
  const limits = Object.fromEntries(product.limits.rows.map(({ name, values }) => [name, values]))
  expect(limits['单价']).toEqual(TOOLS.map(({ pricePerHundred }) => rateOf(pricePerHundred)))
  const most = `${MOST_CHARACTERS.toLocaleString('en')} 字`
  expect(new Set(limits['一次最多'])).toEqual(new Set([most]))
  expect(home.planRows.find(({ name }) => name === '一次最多')?.values).toEqual(
    Object.fromEntries(['trial', 'standard', 'pro', 'team'].map((plan) => [plan, most])),
  )
})
