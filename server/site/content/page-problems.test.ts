import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { PageWords } from '#contract/content/content.ts'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { loadContent } from './load-content.ts'
import { pageProblems, planRowProblems } from './page-problems.ts'

const { words, plans } = loadContent(
  fileURLToPath(new URL('../../../content', import.meta.url)),
  PAYMENT_METHODS,
)

function problemsAfter(change: (words: PageWords) => void): string[] {
  const changed = structuredClone(words)
  change(changed)
  return pageProblems(changed)
}

test('wrong rows, repeated ids and unknown tools and plans are reported; the shipped pages have none', () => {
  expect(pageProblems(words)).toEqual([])
  const problems = problemsAfter(({ product, advantage, cases }) => {
    product.limits.rows[2]!.values.pop()
    advantage.comparison.rows[0]!.values.push('多出来的')
    product.features[1]!.id = product.features[0]!.id
    cases.cases[2]!.id = 'teacher'
  })
  expect(problems.toSorted()).toEqual(
    [
      'product.json：limits.rows[2].values 应有 4 项，与 columns 一致',
      'advantage.json：comparison.rows[0].values 应有 3 项，与 columns 一致',
      'product.json：features 的 id 重复：chinese',
      'case.json：cases 的 id 重复：teacher',
    ].toSorted(),
  )
  expect(problemsAfter(({ cases }) => void cases.tools.shift())).toContain(
    'case.json：cases[0].uses 用到的 translate 不在 tools 里',
  )
  expect(planRowProblems(words.home, plans)).toEqual([])
  expect(planRowProblems(words.home, plans.slice(1))).toContain(
    'home.json：planRows[0].values 里的 trial 不是 plans.json 里的套餐',
  )
})

test('scenes and examples of the shipped pages cost the credit of the public rates', () => {
  const credits = words.product.features.flatMap(({ scene }) =>
    scene.kind === 'talk' || scene.kind === 'quote' ? [scene.credit] : [],
  )
  // 9,540 characters of 1 for each hundred begun, 10 of 2, and 640 of 1
  expect(credits).toEqual([96, 2, 7])
  const { scene } = words.campaign.scene
  expect(scene).toMatchObject({ kind: 'quote', credit: 48_000 / 100 })
  const published = new Map(
    words.home.tools.map(({ icon, rate }) => [icon, Number(/\d+/.exec(rate)?.[0])]),
  )
  for (const { id, uses } of words.cases.cases) {
    for (const { icon, rate } of uses) expect(rate, `${id} ${icon}`).toBe(published.get(icon))
  }
})
