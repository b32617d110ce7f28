import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { HomeContent } from '#contract/content/content.ts'
import { costOf } from './tokens.ts'
import {
  LEAST_PRICE,
  MOST_PICTURE_BYTES,
  MOST_PICTURES,
  MOST_PRICE,
  priceOfPicture,
} from './picture.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const { rates, services }: HomeContent = JSON.parse(read('content/home.json'))
const { models }: { models: Record<'input' | 'cached' | 'output' | 'longestAnswer', number>[] } =
  JSON.parse(read('tools/chat/models.json'))
const numbers = (row: readonly string[]) =>
  row.slice(1).map((text) => Number(text.replaceAll(/[^\d]/g, '')))

test('the shop tells the prices and limits that the tools have', () => {
  const [chats, pictures] = rates
  expect(chats?.rows.map(numbers)).toEqual(
    models.map(({ input, cached, output }) => [input, cached, output].map((price) => price / 1000)),
  )
  expect(numbers(pictures!.rows[0]!)).toEqual([1, LEAST_PRICE, MOST_PRICE])
  const [picture, chat] = services
  expect(picture?.credit).toBe(priceOfPicture(200))
  expect(chat?.credit).toBe(costOf(models[0]!, { input: 800, cached: 0, output: 800 }))
  const answer = `回答最长 ${models[0]!.longestAnswer.toLocaleString('en')} token`
  for (const page of ['content/product.json', 'content/pages/tutorial.md']) {
    expect(read(page)).toContain(answer)
    expect(read(page)).toContain(`每张 ${MOST_PICTURE_BYTES / 2 ** 20} MB、4,000 万像素`)
    expect(read(page)).toContain(`${MOST_PICTURES} 张`)
  }
})
