import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { listAllPlans, seedPlans } from '../../recharge/plans/plans.store.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { answering, operatorOf } from '../../testing/operator.ts'
import { BULK, LARGE, SMALL } from '../../testing/shop.ts'

/** As the operator writes them: the currency is the site's. */
const { currency: _s, ...small } = SMALL
const { currency: _l, ...large } = LARGE

async function startPlanShop() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startTestServer())
  await seedPlans(shop.sql, [SMALL, LARGE, BULK])
  const operator = stack.use(await operatorOf(shop))
  return {
    shop,
    operator,
    /** A plans file; its place. */
    async file(plans: unknown): Promise<string> {
      const place = join(operator.folder, 'plans.json')
      await writeFile(place, typeof plans === 'string' ? plans : JSON.stringify(plans))
      return place
    },
    onSale: async () => (await shop.visitor().call(api.recharge.comboList, {})).body.data,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const shopOf = oncePerFile(startPlanShop)

test('a file adds, changes and sorts plans; a new price is a new version for the next buyer', async () => {
  await using fixture = await startPlanShop()
  const { operator, shop } = fixture
  const buyer = await shop.newUser()
  const price = async () => {
    const { body } = await buyer.call(api.recharge.placeOrder, { id: SMALL.id, num: 1 })
    return body.data.order.amount
  }
  expect(await price()).toBe(1990)
  const cheaper = { ...small, amount: 1790, originalAmount: 1990 }
  const renamed = { ...large, name: '很大' }
  const fresh = { ...small, id: 'fresh', name: '新', amount: 990 }
  const file = await fixture.file([fresh, renamed, cheaper])

  const tried = await operator.run('plans', 'apply', file, '--try')
  expect(tried.output).toContain('将有这些变化')
  expect((await fixture.onSale())[0]!.id).toBe('small')

  const { output } = await operator.run('plans', 'apply', file, '--reason', '夏季活动')
  expect(output).toContain('新增  fresh  新')
  expect(output).toContain('修改  large  很大')
  expect(output).toContain(
    '修改，升为第 2 版  small  小\n    价格：¥19.90 → ¥17.90\n    划线价：无 → ¥19.90',
  )
  expect(output).toContain('文件里没有、保持在售：bulk（多）')
  expect(await listAllPlans(shop.sql)).toMatchObject([
    { id: 'fresh', version: 1 },
    { id: 'large', version: 1, name: '很大' },
    { id: 'small', version: 2, amount: 1790, currency: 'cny', isOnSale: true },
    { id: 'bulk', version: 1, originalAmount: null },
  ])
  expect((await fixture.onSale()).map(({ id }) => id)).toEqual(['fresh', 'large', 'small', 'bulk'])
  expect(await price()).toBe(1790)

  expect((await operator.run('plans', 'apply', file)).output).toContain('没有变化')
  expect(await operator.audit()).toMatchObject([
    { command: 'plans apply', reason: '夏季活动', outcome: 'done', given: { file } },
  ])
})

test('changed credit or validity is a new version; changed texts and limits are not', async () => {
  const fixture = await shopOf()
  const plan = { ...small, id: 'versions' }
  const changes = [
    [{}, 1],
    [{ credit: 2001 }, 2],
    [{ credit: 2001, bonusCredit: 1 }, 3],
    [{ credit: 2001, bonusCredit: 1, validDays: 91 }, 4],
    [
      { credit: 2001, bonusCredit: 1, validDays: 91, maxNum: 9, badge: '推荐', features: ['二'] },
      4,
    ],
  ] as const
  for (const [change, version] of changes) {
    await fixture.operator.run('plans', 'apply', await fixture.file([{ ...plan, ...change }]))
    const plans = await listAllPlans(fixture.shop.sql)
    expect(plans.find(({ id }) => id === plan.id)).toMatchObject({ version })
  }
})

test('withdrawn plan is not on sale, cannot be withdrawn twice and returns by a file', async () => {
  const fixture = await shopOf()
  const { operator } = fixture
  const isOnSale = async () => (await fixture.onSale()).some(({ id }) => id === 'bulk')
  await operator.run('plans', 'withdraw', 'bulk', '--reason', '亏本')
  expect(await isOnSale()).toBe(false)
  expect(await operator.refusal('plans', 'withdraw', 'bulk')).toEqual({
    exit: 1,
    code: 'NOT_ON_SALE',
    message: '套餐 bulk 已经下架',
  })
  expect(await operator.refusal('plans', 'withdraw', 'huge')).toMatchObject({ code: 'NOT_FOUND' })
  const { currency: _, ...bulk } = BULK
  const { output } = await operator.run('plans', 'apply', await fixture.file([bulk]))
  expect(output).toContain('修改  bulk  多\n    在售：否 → 是')
  expect(await isOnSale()).toBe(true)
})

test('invalid plans file changes nothing, and every mistake is reported', async () => {
  const fixture = await shopOf()
  const before = await listAllPlans(fixture.shop.sql)
  const wrong: [unknown, string[]][] = [
    ['[{', ['plans.json：第 1 行不是合法的 JSON']],
    [
      [
        { ...small, amount: 0 },
        { ...large, credits: 1 },
      ],
      ['plans.json：[0].amount 不能小于 1', 'plans.json：[1] 有不认识的字段：credits'],
    ],
    [
      [small, { ...small, originalAmount: 1 }],
      ['plans.json：[1].id 重复：small', 'plans.json：[1].originalAmount 应大于 amount'],
    ],
    [[{ ...small, currency: 'usd' }], ['plans.json：[0].currency 应与 site.json 的 currency 一致']],
  ]
  for (const [content, sentences] of wrong) {
    const refusal = await fixture.operator.refusal('plans', 'apply', await fixture.file(content))
    expect(refusal).toMatchObject({ exit: 2, code: 'CONTENT' })
    for (const sentence of sentences) expect(refusal.message).toContain(sentence)
  }
  const absent = await fixture.operator.refusal('plans', 'apply', 'no-such-file.json')
  expect(absent.message).toContain('找不到这个文件')
  expect(await listAllPlans(fixture.shop.sql)).toEqual(before)
})

test('plan changed after the preview: nothing is applied', async () => {
  const fixture = await shopOf()
  const plan = { ...small, id: 'shown' }
  await fixture.operator.run('plans', 'apply', await fixture.file([plan]))
  const file = await fixture.file([{ ...plan, amount: 1790 }])
  const words = ['plans', 'apply', file]
  const { code, screen } = await answering(fixture.operator.settings, words, async () => {
    await fixture.shop.sql`update plans set amount = 2490, version = 2 where id = ${plan.id}`
    return 'yes\n'
  })
  expect(screen).toContain('价格：¥19.90 → ¥17.90')
  expect([code, screen]).toEqual([1, expect.stringContaining('套餐刚刚被别人修改过，没有改动')])
  const shown = (await fixture.onSale()).find(({ id }) => id === plan.id)
  expect(shown).toMatchObject({ amount: 2490 })
})
