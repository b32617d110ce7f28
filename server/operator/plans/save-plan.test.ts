import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { planMark } from '../../recharge/plans/plan-changes.ts'
import { listAllPlans, seedPlans } from '../../recharge/plans/plans.store.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { answering, operatorOf } from '../../testing/operator.ts'
import { BULK, LARGE, SMALL } from '../../testing/shop.ts'

async function startPlanShop() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startTestServer())
  await seedPlans(shop.sql, [SMALL, LARGE, BULK])
  const operator = stack.use(await operatorOf(shop))
  const list = () => listAllPlans(shop.sql)
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

const shopOf = oncePerFile(startPlanShop)

test('new plan is the last one, on sale at once, and its id can be used once; a change of it is told and kept with its operator', async () => {
  const fixture = await shopOf()
  const plan = { ...SMALL, id: 'fresh', name: '新' }
  expect((await fixture.save(plan, '--basis', 'new')).output).toContain('已新增')
  expect((await fixture.onSale()).at(-1)).toMatchObject({ id: 'fresh' })
  expect(await fixture.refused(plan, '--basis', 'new')).toMatchObject({ code: 'ID_TAKEN' })

  const ann = await fixture.shop.newUser()
  const order = async () => {
    const { body } = await ann.call(api.recharge.placeOrder, { id: plan.id, num: 1 })
    return body.data.order
  }
  const before = await order()
  const basis = planMark(await fixture.one('fresh'))
  const wanted = { ...plan, amount: 990, stock: 20, limitPerUser: 10 }
  const { output } = await fixture.save(wanted, '--basis', basis, '--reason', '活动')
  expect(output).toContain('价格：¥19.90 → ¥9.90')
  expect(output).toContain('库存：不限 → 20')
  expect(output).toContain('已修改，升为第 2 版')
  expect(await fixture.one('fresh')).toMatchObject({ version: 2, stock: 20, limitPerUser: 10 })
  const after = await order()
  expect([before.amount, after.amount]).toEqual([1990, 990])
  const [open] = await fixture.shop.sql`select amount from orders where id = ${before.id}`
  expect(open).toEqual({ amount: 1990 })
  const changes = await fixture.shop.sql<{ fields: { field: string }[]; reason: string | null }>`
    select fields, action.reason from plan_changes
    join operator_actions action on action.id = action_id where plan_id = 'fresh'`
  const change = changes.find(({ reason }) => reason === '活动')!
  expect(change.fields.map(({ field }) => field)).toEqual(['amount', 'stock', 'limitPerUser'])
  expect((await fixture.save(wanted)).output).toContain('没有变化')
})

test('plan of which the provider takes no payment is refused, alone and in a file', async () => {
  const fixture = await shopOf()
  const plan = { ...SMALL, id: 'tiny', amount: 399, minNum: 1 }
  const refusal = {
    code: 'USAGE',
    message: expect.stringContaining('套餐 tiny 最少付 ¥3.99，支付平台不收少于 ¥4.00 的付款'),
  }
  expect(await fixture.refused(plan, '--basis', 'new')).toMatchObject(refusal)
  const file = join(fixture.operator.folder, 'plans.json')
  await writeFile(file, JSON.stringify([plan]))
  expect(await fixture.operator.refusal('plans', 'apply', file)).toMatchObject(refusal)
  expect((await fixture.list()).map(({ id }) => id)).not.toContain('tiny')
  expect((await fixture.save({ ...plan, minNum: 2 }, '--basis', 'new')).code).toBe(0)
})

test('preview of a new price names the texts that say the old one as a number, alone and of a file', async () => {
  const fixture = await shopOf()
  const plan = { ...SMALL, id: 'quoting', features: ['只要 ¥19.90'] }
  await fixture.save(plan, '--basis', 'new')
  const dearer = { ...plan, amount: 2990 }
  const file = join(fixture.operator.folder, 'dearer.json')
  const { currency: _, ...listed } = dearer
  await writeFile(file, JSON.stringify([listed]))
  for (const words of [
    ['plans', 'save', JSON.stringify(dearer)],
    ['plans', 'apply', file],
  ]) {
    const { screen } = await answering(fixture.operator.settings, words, () => 'no\n')
    expect(screen).toMatch(/直接写着 ¥19\.90，不会跟着改：.*只要 ¥19\.90/)
  }
  const tried = await fixture.operator.run('plans', 'apply', file, '--try')
  expect(tried.output).toContain('不会跟着改')
  expect(await fixture.one('quoting')).toMatchObject({ amount: 1990 })
})

test('plan that was changed since it was read is not saved', async () => {
  const fixture = await shopOf()
  const plan = { ...SMALL, id: 'read' }
  await fixture.save(plan, '--basis', 'new')
  const basis = planMark(await fixture.one('read'))
  await fixture.save({ ...plan, name: '别人改的' })
  expect(await fixture.refused({ ...plan, amount: 1000 }, '--basis', basis)).toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
  const kept = (await fixture.onSale()).find(({ id }) => id === 'read')
  expect(kept).toMatchObject({ name: '别人改的', amount: SMALL.amount })
})

test('recommending a plan takes the mark from the other; a withdrawn plan stays withdrawn', async () => {
  const fixture = await shopOf()
  await fixture.save({ ...SMALL, recommended: true })
  await fixture.operator.run('plans', 'withdraw', 'large')
  const { output } = await fixture.save({ ...LARGE, recommended: true })
  expect(output).toContain('“小”不再是推荐的套餐')
  expect(await fixture.one('small')).toMatchObject({ recommended: false })
  expect(await fixture.one('large')).toMatchObject({ recommended: true, isOnSale: false })
  await fixture.operator.run('plans', 'restore', 'large')
  expect(await fixture.one('large')).toMatchObject({ isOnSale: true })
  expect(await fixture.operator.refusal('plans', 'restore', 'large')).toMatchObject({
    code: 'ON_SALE',
    message: '套餐 large 已经上架',
  })
})

test('invalid plan: nothing is saved, the mistake is told', async () => {
  const fixture = await shopOf()
  const before = await fixture.list()
  const wrong: [object, string][] = [
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
  ]
  for (const [plan, sentence] of wrong) {
    const { exit, code, message } = await fixture.refused(plan)
    expect([exit, code, message]).toEqual([2, 'USAGE', expect.stringContaining(sentence)])
  }
  expect(await fixture.list()).toEqual(before)
})

test('ordered plans: those named come first, unknown ones are refused', async () => {
  const fixture = await shopOf()
  const { output } = await fixture.operator.run('plans', 'order', 'bulk,small')
  expect(output).toContain('已排列套餐：多、小、')
  expect((await fixture.onSale()).map(({ id }) => id).slice(0, 2)).toEqual(['bulk', 'small'])
  expect((await fixture.operator.run('plans', 'order', 'bulk')).output).toContain('没有变化')
  expect(await fixture.operator.refusal('plans', 'order', 'huge')).toMatchObject({
    code: 'NOT_FOUND',
  })
})
