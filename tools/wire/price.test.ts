import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ProductContent } from '#contract/content/page-content.ts'
import type { HomeContent } from '#contract/content/content.ts'
import { countCharacters, cutText, MOST_CHARACTERS, priceOf } from './price.ts'
import { TOOLS } from './tools.ts'

function readContent(name: string) {
  return JSON.parse(readFileSync(new URL(`../../content/${name}.json`, import.meta.url), 'utf8'))
}

const rateOf = (price: number) => `${price} 积分／百字`

test('the texts of the demo shop and the tutorial state the prices and limits of the tools', () => {
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

  const tutorial = readFileSync(
    new URL('../../content/pages/tutorial.md', import.meta.url),
    'utf8',
  ).replaceAll('{{creditUnit}}', '积分')
  const rows = [...tutorial.matchAll(/^\| (\S+) \| `\/v1\/(\w+)` \| (.*) \| (\d+) 积分 \|$/gm)]
  const told = rows.map(([, name, id, choices, price]) => ({
    ...{ name, id, pricePerHundred: Number(price) },
    choices: [...choices!.matchAll(/`([\w-]+)`/g)].map(([, value]) => value),
  }))
  expect(told).toEqual(
    TOOLS.map(({ name, id, pricePerHundred, choices }) => ({
      ...{ name, id, pricePerHundred },
      choices: choices.map(({ value }) => value),
    })),
  )
  expect(tutorial).toContain(`${most}，空格和换行不计`)
})

test('each hundred characters begun has its price; white space is free, and no character is cut in half', () => {
  expect(countCharacters('一 二\n𠮷\t三　四')).toBe(5)
  expect(countCharacters(' \n')).toBe(0)
  expect([0, 1, 100, 101, 1184].map((count) => priceOf(count, 1))).toEqual([0, 1, 1, 2, 12])
  expect(priceOf(48, 2)).toBe(2)
  expect([cutText('一 𠮷二三', 2), cutText('一二', 5), cutText('一二', 0)]).toEqual([
    '一 𠮷',
    '一二',
    '',
  ])
})
