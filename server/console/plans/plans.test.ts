import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { listConsolePlans, readPlanHistory } from '#contract/console/plans.ts'
import { ask, previewOf } from '../../testing/console/console.ts'
import { startConsoleServer, startConsoleShop } from '../../testing/console/console-shop.ts'
import { perform } from '../../testing/console/signing.ts'
import { limitPlan, saleState } from '../../testing/limited-plans.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { BULK, LARGE, SMALL } from '../../testing/shop.ts'
import { upsertPlans } from '../../recharge/plans/plans.store.ts'

/** Its plans are small, large and bulk. */
const fixtureOf = oncePerFile(async () => {
  const fixture = await startConsoleServer()
  await fixture.shop.sql.begin((tx) => upsertPlans(tx, [SMALL, LARGE, BULK]))
  return fixture
})

type Fixture = Pick<Awaited<ReturnType<typeof startConsoleServer>>, 'viewer'>

function listed({ viewer }: Fixture) {
  return ask(viewer, listConsolePlans, {})
}

test('plans with their state and pieces; the file is compared and not applied', async () => {
  await using fixture = await startConsoleShop()
  const { shop } = fixture
  await limitPlan(shop, { stock: 3 })
  await shop.buy(await shop.newUser())
  await shop.checkout(await shop.newUser())
  const { plans, file } = await listed(fixture)
  expect(plans.map(({ id, state }) => [id, state])).toEqual([
    ['small', 'on sale'],
    ['large', 'on sale'],
    ['bulk', 'on sale'],
  ])
  expect(plans[0]).toMatchObject({ stock: 3, pieces: { held: 1, sold: 1, left: 1 }, version: 1 })
  expect(plans[1]).toMatchObject({ pieces: null })
  // the file of the repository has other plans
  expect(file.changes.map(({ title }) => title)).toEqual(['新增', '新增', '新增', '新增'])
  expect(file).toMatchObject({ isInOrder: false, unlisted: [{ id: 'small' }, {}, {}] })

  await limitPlan(shop, { stock: 2 })
  expect((await listed(fixture)).plans[0]).toMatchObject({ state: 'sold out' })
  await saleState(shop, { from: 1, until: 2 })
  expect((await listed(fixture)).plans[0]).toMatchObject({ state: 'upcoming' })
  await saleState(shop, { from: -2, until: -1 })
  expect((await listed(fixture)).plans[0]).toMatchObject({ state: 'ended' })
  await shop.sql`update plans set on_sale = false`
  expect((await listed(fixture)).plans[0]).toMatchObject({ state: 'withdrawn' })
})

test('saved in the console: previewed, done once, in the history with its operator and reason; refused when a colleague saved meanwhile', async () => {
  const fixture = await fixtureOf()
  const { shop, staff } = fixture
  const owner = await staff.newOperator('owner')
  const basisOf = async (id: string) =>
    (await listed(fixture)).plans.find((plan) => plan.id === id)!.basis
  const basis = await basisOf('small')
  const given = {
    plan: JSON.stringify({ ...SMALL, amount: 2190, name: '小号' }),
    basis,
    reason: '冬季活动',
  }
  const run = (mark: string | null) => owner.call(act, { command: 'plans save', given, mark })
  const previewed = (await run(null)).body.data
  expect(previewed).toMatchObject({
    is: 'preview',
    preview: {
      facts: [
        { label: '套餐', value: '小号（small）' },
        { label: '名称', value: '小 → 小号' },
        { label: '价格', value: '¥19.90 → ¥21.90' },
      ],
      sentences: ['将修改，升为第 2 版', '已经下的单保持原来的价格与积分'],
    },
  })
  const mark = previewed.is === 'preview' ? previewed.mark : ''
  expect((await run(mark)).body.data).toMatchObject({ is: 'done' })
  expect((await run(mark)).body.code).toBe('ACTION_REFUSED')

  const { body } = await fixture.viewer.call(readPlanHistory, { plan: 'small' })
  expect(body.data).toEqual({
    changes: [
      {
        id: expect.any(String),
        at: expect.stringMatching(/Z$/),
        title: '修改，升为第 2 版',
        version: 2,
        fields: [
          { label: '名称', from: '小', to: '小号' },
          { label: '价格', from: '¥19.90', to: '¥21.90' },
        ],
        by: expect.stringContaining('@'),
        reason: '冬季活动',
        actionId: expect.any(String),
      },
    ],
    next: null,
  })

  // changed by a colleague between preview and saving
  const late = { plan: JSON.stringify({ ...BULK, amount: 890 }), basis: await basisOf('bulk') }
  const save = (agreed: string | null) =>
    owner.call(act, { command: 'plans save', given: late, mark: agreed })
  const { mark: seen } = await previewOf(owner, 'plans save', late)
  await shop.sql.begin((tx) => upsertPlans(tx, [{ ...BULK, amount: 2490 }]))
  expect((await save(seen)).body).toMatchObject({
    code: 'ACTION_REFUSED',
    message: '套餐刚刚被别人修改过，没有改动：请再看一次变化',
  })
  const { plans } = await listed(fixture)
  expect(plans.find(({ id }) => id === 'bulk')).toMatchObject({ amount: 2490 })
})

test('history, newest first; withdrawing and restoring are in it', async () => {
  const fixture = await fixtureOf()
  const owner = await fixture.staff.newOperator('owner')
  for (const command of ['plans withdraw', 'plans restore', 'plans withdraw']) {
    await perform(owner, command, { plan: 'bulk' })
  }
  const { changes } = await ask(fixture.viewer, readPlanHistory, { plan: 'bulk', limit: 2 })
  expect(changes.map(({ fields }) => fields)).toEqual([
    [{ label: '在售', from: '是', to: '否' }],
    [{ label: '在售', from: '否', to: '是' }],
  ])
})
