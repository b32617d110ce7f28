import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { operatorOf } from '../../testing/operator.ts'
import { LARGE, SMALL, startShop } from '../../testing/shop.ts'

const LONG = 60_000

async function startPlanShop() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startShop())
  const operator = stack.use(await operatorOf(shop))
  const list = () => operator.json<Listed[]>(['plans', 'list'])
  return {
    shop,
    operator,
    list,
    one: async (id: string) => (await list()).find((plan) => plan.id === id)!,
    save: (plan: object, ...more: string[]) =>
      operator.run('plans', 'save', JSON.stringify(plan), ...more),
    refused: (plan: object, ...more: string[]) =>
      operator.refusal('plans', 'save', JSON.stringify(plan), ...more),
    onSale: async () => (await shop.visitor().call(api.recharge.comboList, {})).body.data,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

interface Listed {
  id: string
  basis: string
  version: number
  isOnSale: boolean
  recommended: boolean
  stock: number | null
}

test(
  'saved plan: the difference is told and kept with its operator; open orders keep their price',
  async () => {
    await using fixture = await startPlanShop()
    const { shop } = fixture
    const ann = await shop.newUser()
    const before = await shop.checkout(ann)
    const { basis } = await fixture.one('small')
    const wanted = { ...SMALL, amount: 990, stock: 20, limitPerUser: 10 }
    const { output } = await fixture.save(wanted, '--basis', basis, '--reason', '活动')
    expect(output).toContain('价格      ¥19.90 → ¥9.90')
    expect(output).toContain('库存      不限 → 20')
    expect(output).toContain('已修改，升为第 2 版')
    expect(await fixture.one('small')).toMatchObject({ version: 2, stock: 20 })
    const after = await shop.checkout(ann)
    expect([before.amount, after.amount]).toEqual([1990, 990])
    expect(await shop.order(ann, before.orderId)).toMatchObject({ amount: 1990 })
    const [change] = await shop.sql<{ fields: { field: string }[]; reason: string; by: string }>`
      select fields, action.reason, action.operator as by
      from plan_changes join operator_actions action on action.id = action_id`
    expect(change!.reason).toBe('活动')
    expect(change!.fields.map(({ field }) => field)).toEqual(['amount', 'stock', 'limitPerUser'])
    const { output: table } = await fixture.operator.run('plans', 'list')
    expect(table).toMatch(/small .* 19\/20 +10 +— +— +2/)
    expect((await fixture.save(wanted)).output).toContain('没有变化')
  },
  LONG,
)

test('plan that was changed since it was read is not saved', async () => {
  await using fixture = await startPlanShop()
  const { basis } = await fixture.one('small')
  await fixture.save({ ...SMALL, name: '别人改的' })
  expect(await fixture.refused({ ...SMALL, amount: 1 }, '--basis', basis)).toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
  expect((await fixture.onSale())[0]).toMatchObject({ name: '别人改的', amount: SMALL.amount })
})

test('new plan is the last one, on sale at once; its id can be used once', async () => {
  await using fixture = await startPlanShop()
  const fresh = { ...SMALL, id: 'fresh', name: '新' }
  const { output } = await fixture.save(fresh, '--basis', 'new')
  expect(output).toContain('已新增')
  expect((await fixture.onSale()).map(({ id }) => id)).toEqual(['small', 'large', 'bulk', 'fresh'])
  expect(await fixture.refused(fresh, '--basis', 'new')).toMatchObject({ code: 'ID_TAKEN' })
})

test('recommending a plan takes the mark from the other; a withdrawn plan stays withdrawn', async () => {
  await using fixture = await startPlanShop()
  await fixture.save({ ...SMALL, recommended: true })
  await fixture.operator.run('plans', 'withdraw', 'large')
  const { output } = await fixture.save({ ...LARGE, recommended: true })
  expect(output).toContain('“小”不再是推荐的套餐')
  expect(await fixture.list()).toMatchObject([
    { id: 'small', recommended: false },
    { id: 'large', recommended: true, isOnSale: false },
    { id: 'bulk' },
  ])
  await fixture.operator.run('plans', 'restore', 'large')
  expect(await fixture.one('large')).toMatchObject({ isOnSale: true })
  expect(await fixture.operator.refusal('plans', 'restore', 'large')).toMatchObject({
    code: 'ON_SALE',
    message: '套餐 large 已经上架',
  })
})

test.each([
  [{ ...SMALL, amount: 0 }, 'amount 不能小于 1'],
  [{ ...SMALL, amount: 100, originalAmount: 50 }, 'originalAmount 应大于 amount'],
  [{ ...SMALL, minNum: 2, limitPerUser: 1 }, 'limitPerUser 不能小于 minNum'],
  [
    { ...SMALL, saleFrom: '2026-12-02T00:00:00Z', saleUntil: '2026-12-01T00:00:00Z' },
    'saleUntil 应晚于 saleFrom',
  ],
  [{ ...SMALL, saleFrom: '2026-12-02' }, 'saleFrom 应为带时区的时间'],
  [{ ...SMALL, stocks: 1 }, '有不认识的字段：stocks'],
  [{ ...SMALL, currency: 'usd' }, 'currency 应与 site.json 的 currency 一致'],
])('invalid plan %#: nothing is saved, the mistake is told', async (plan, sentence) => {
  await using fixture = await startPlanShop()
  const before = await fixture.list()
  const refusal = await fixture.refused(plan)
  expect(refusal).toMatchObject({ exit: 2, code: 'USAGE' })
  expect(refusal.message).toContain(sentence)
  expect(await fixture.list()).toEqual(before)
})

test('ordered plans: those named come first, unknown ones are refused', async () => {
  await using fixture = await startPlanShop()
  const { output } = await fixture.operator.run('plans', 'order', 'bulk,small')
  expect(output).toContain('已排列套餐：多、小、大')
  expect((await fixture.onSale()).map(({ id }) => id)).toEqual(['bulk', 'small', 'large'])
  expect((await fixture.operator.run('plans', 'order', 'bulk')).output).toContain('没有变化')
  expect(await fixture.operator.refusal('plans', 'order', 'huge')).toMatchObject({
    code: 'NOT_FOUND',
  })
})
