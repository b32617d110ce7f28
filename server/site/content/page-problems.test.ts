import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { PageWords } from '#contract/content/content.ts'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { loadContent } from './load-content.ts'
import { pageProblems } from './page-problems.ts'

const { words } = loadContent(
  fileURLToPath(new URL('../../../content', import.meta.url)),
  PAYMENT_METHODS,
)

function problemsAfter(change: (words: PageWords) => void): string[] {
  const changed = structuredClone(words)
  change(changed)
  return pageProblems(changed)
}

test('wrong rows, repeated ids and unknown tools are reported; the shipped pages have none', () => {
  expect(pageProblems(words)).toEqual([])
  const problems = problemsAfter(({ home, product, advantage, cases }) => {
    home.rates[0]!.rows[1]!.pop()
    home.scene.table.rows[0]!.push('多出来的')
    product.limits.rows[2]!.values.pop()
    advantage.comparison.rows[0]!.values.push('多出来的')
    product.features[1]!.id = product.features[0]!.id
    cases.cases[2]!.id = 'expense'
  })
  expect(problems.toSorted()).toEqual(
    [
      'home.json：rates[0].rows[1] 应有 4 项，与 columns 一致',
      'home.json：scene.table.rows[0] 应有 4 项，与 columns 一致',
      'product.json：limits.rows[2].values 应有 2 项，与 columns 一致',
      'advantage.json：comparison.rows[0].values 应有 3 项，与 columns 一致',
      'product.json：features 的 id 重复：picture',
      'case.json：cases 的 id 重复：expense',
    ].toSorted(),
  )
  expect(problemsAfter(({ cases }) => void cases.tools.shift())).toContain(
    'case.json：cases[0].uses 用到的 scan 不在 tools 里',
  )
})

test('scenes, typical uses and examples of the shipped pages cost the credit of the public prices', () => {
  const { scene, services, talks, rates, statement } = words.home
  const [chat, picture] = rates.map(({ rows }) =>
    rows[0]!.map((text) => Number(text.replaceAll(/\D/g, ''))),
  )
  const [, input, , output] = chat!
  const [, each, least, most] = picture!
  const costOfPicture = (characters: number) =>
    Math.min(most!, Math.max(least!, characters * each!))
  const costOfChat = (tokensIn: number, tokensOut: number) =>
    Math.ceil((tokensIn * input! + tokensOut * output!) / 1000)
  expect(scene.table.credit).toBe(costOfPicture(155))
  expect(scene.chat.credit).toBe(costOfChat(310, 96))
  for (const { credit, note } of talks) {
    const [tokensIn, tokensOut] = [...note.matchAll(/\d+/g)].map(([count]) => Number(count))
    expect(credit, note).toBe(costOfChat(tokensIn!, tokensOut!))
  }
  expect(services.map(({ credit }) => credit)).toEqual([costOfPicture(200), costOfChat(800, 800)])
  expect(statement.rows.map(({ delta }) => delta).slice(1, 3)).toEqual([
    -scene.table.credit,
    -scene.chat.credit,
  ])
  for (const { id, uses } of words.cases.cases) {
    for (const { icon, unit, rate } of uses) {
      const published = icon === 'scan' ? [each] : [input, output]
      expect(unit, id).toBe(icon === 'scan' ? '字' : '千 token')
      expect(published, id).toContain(rate)
    }
  }
})
