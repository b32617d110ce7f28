import { expect, test } from 'vitest'
import { listConsolePlans } from '#contract/console/plans.ts'
import type { PlanContent } from '#contract/content/content.ts'
import { signRequest } from '#contract/console/staff/signatures.ts'
import { ask, previewOf } from '../../testing/console/console.ts'
import {
  type Colleague,
  dismissStaff,
  perform,
  sign,
  signOnly,
  startSigning,
  waiting,
} from '../../testing/console/signing.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { lockPlans, seedPlans } from '../../recharge/plans/plans.store.ts'
import { BULK, LARGE, type Shop, SMALL } from '../../testing/shop.ts'

const fixtureOf = oncePerFile(startSigning)

/** The shop of this file with its first plans and without the staff of the tests before. */
async function start() {
  const fixture = await fixtureOf()
  const { sql } = fixture.shop
  await dismissStaff(fixture.shop)
  await sql`delete from plan_changes`
  await sql`delete from plan_stocks`
  await sql`delete from plans`
  await seedPlans(sql, [SMALL, LARGE, BULK])
  return fixture
}

const IMPORTANT_CHANGE = '控制台里有重要的改动'
const NEEDS_SIGNATURE = '需要另一位所有者或财务签字，签字之后才开始'

const EVIL = 'https://evil.test/'

const cheap = { ...SMALL, id: 'cheap', name: '廉', credit: 200_000_000 }

async function save(owner: Colleague, plan: Partial<PlanContent>) {
  const { plans } = await ask(owner, listConsolePlans, {})
  const basis = plans.find(({ id }) => id === plan.id)?.basis ?? 'new'
  return (await perform(owner, 'plans save', { plan: JSON.stringify(plan), basis })).body.data
}

async function sentencesOf(owner: Colleague, command: string, given: Record<string, string>) {
  return (await previewOf(owner, command, given)).preview.sentences
}

/** The addresses that were told of an action that two have to sign. */
async function mailed({ mails }: Shop): Promise<string[]> {
  const all = await mails()
  return all
    .filter(({ subject }) => subject === IMPORTANT_CHANGE)
    .map(({ to }) => to)
    .toSorted()
}

async function plansOf(owner: Colleague) {
  const { plans } = await ask(owner, listConsolePlans, {})
  return new Map(plans.map((plan) => [plan.id, plan]))
}

test('a plan that sells credit cheaper waits until another owner signs it; then it is on sale and all owners are mailed; a refused one is not sold', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const given = { plan: JSON.stringify(cheap), basis: 'new' }
  const preview = await sentencesOf(owner, 'plans save', given)
  expect(preview.slice(1)).toEqual(['同样的钱，积分比在售套餐多 9,999,900%', NEEDS_SIGNATURE])
  const asked = await save(owner, cheap)
  expect(asked).toMatchObject({ is: 'waiting' })
  expect(asked).not.toHaveProperty('isBeyondSum')
  expect((await plansOf(owner)).has('cheap')).toBe(false)
  expect(await mailed(shop)).toEqual([])
  const [request] = await waiting(other)
  expect(request).toMatchObject({ title: '保存套餐', operator: owner.email })
  expect(request!.preview.sentences).toContain(NEEDS_SIGNATURE)
  expect(request!.preview.facts).toEqual([
    { label: '套餐', value: '廉（cheap）' },
    { label: '价格', value: '¥19.90' },
    { label: '积分', value: '200,000,000' },
    { label: '有效天数', value: '90' },
    { label: '最多份数', value: '10' },
  ])
  expect((await sign(owner, request!.id)).status).toBe(403)
  expect((await sign(other, request!.id)).body.data).toMatchObject({ is: 'done' })
  expect((await plansOf(owner)).get('cheap')).toMatchObject({ state: 'on sale' })
  expect(await mailed(shop)).toEqual([owner.email, other.email].toSorted())
  const [mail] = (await shop.mails()).filter(({ subject }) => subject === IMPORTANT_CHANGE)
  expect(mail!.text).toContain(`操作者：${owner.email}。签字：${other.email}。`)
  // what two have signed may be sold, and nothing cheaper
  expect(await save(owner, { ...cheap, id: 'as-cheap' })).toMatchObject({ is: 'done' })
  expect(await save(owner, { ...cheap, credit: 200_000_001 })).toMatchObject({ is: 'waiting' })
})

test('new texts, dearer terms, fewer pieces and a plan in line are done at once, and nobody is mailed', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  await staff.newOperator('owner')
  const edits = [
    { ...SMALL, amount: 2490 },
    { ...LARGE, name: '特大', features: ['三条'] },
    { ...LARGE, id: 'huge', amount: 49_900, credit: 55_000, bonusCredit: 0 },
    { ...SMALL, amount: 2490, stock: 10, limitPerUser: 1 },
  ]
  for (const edit of edits) expect(await save(owner, edit)).toMatchObject({ is: 'done' })
  expect(await mailed(shop)).toEqual([])
})

test('a signed offer of few pieces is no price for more or for its copy; a withdrawn one is signed when it is restored', async () => {
  const { staff } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const few = { ...cheap, stock: 1, recommended: true }
  expect(await save(owner, few)).toMatchObject({ is: 'waiting' })
  await signOnly(other)
  expect(await save(owner, { ...few, name: '少' })).toMatchObject({ is: 'done' })
  expect(await save(owner, { ...few, name: '少', stock: 9 })).toMatchObject({ is: 'waiting' })
  expect(await save(owner, { ...few, id: 'copy' })).toMatchObject({ is: 'waiting' })

  const once = async (command: string, plan: string) =>
    (await perform(owner, command, { plan })).body.data.is
  expect(await once('plans withdraw', 'cheap')).toBe('done')
  // nothing is sold by it
  expect(await save(owner, { ...few, name: '少', stock: 10 })).toMatchObject({ is: 'done' })
  expect(await once('plans restore', 'cheap')).toBe('waiting')
  expect(await once('plans withdraw', 'small')).toBe('done')
  // nothing else is sold for as little money
  expect(await once('plans restore', 'small')).toBe('waiting')
})

test('the preview of a signed change shows the whole offer', async () => {
  const { staff } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  expect(await save(owner, { ...SMALL, credit: 18_000 })).toMatchObject({ is: 'waiting' })
  const [request] = await waiting(other)
  expect(request!.preview.facts).toEqual([
    { label: '套餐', value: '小（small）' },
    { label: '积分', value: '2000 → 18000' },
    { label: '价格', value: '¥19.90' },
    { label: '有效天数', value: '90' },
    { label: '最多份数', value: '10' },
  ])
})

test('what is put on sale again is what was signed', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  for (const { id } of [SMALL, LARGE, BULK]) {
    expect((await perform(owner, 'plans withdraw', { plan: id })).status).toBe(200)
  }
  const asked = await perform(owner, 'plans restore', { plan: 'small' })
  expect(asked.body.data).toMatchObject({ is: 'waiting' })
  const [request] = await waiting(other)
  const shown = await other.call(signRequest, { id: request!.id, mark: null })
  if (shown.body.data.is !== 'preview') throw new Error('no preview')
  const { mark } = shown.body.data
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const changing = shop.sql.begin(async (tx) => {
    await lockPlans(tx)
    locked.resolve()
    await gate.promise
    await tx`update plans set credit = 200000000 where id = 'small'`
  })
  await locked.promise
  const signing = other.call(signRequest, { id: request!.id, mark })
  await untilWaiting(shop.sql)
  gate.resolve()
  await changing
  expect((await signing).body.code).toBe('ACTION_REFUSED')
  expect((await plansOf(owner)).get('small')).toMatchObject({ state: 'withdrawn' })
})

test('with nothing on sale the first plan is signed, unless there is nobody who could: then the owner is mailed alone', async () => {
  const { shop, staff } = await start()
  await shop.sql`update plans set on_sale = false`
  const owner = await staff.newOperator('owner')
  const first = { ...SMALL, id: 'first' }
  const given = { plan: JSON.stringify(first), basis: 'new' }
  expect((await sentencesOf(owner, 'plans save', given)).slice(1)).toEqual([
    '没有可以比较的在售套餐（别的套餐要不限库存和限购、没有停售时间、有效期不比它短、起购金额不比它高）',
    '现在没有另一位所有者或财务，不需要第二签字',
  ])
  expect(await save(owner, first)).toMatchObject({ is: 'done' })
  expect(await mailed(shop)).toEqual([owner.email])
  await staff.newOperator('finance')
  expect(await save(owner, { ...first, amount: 2490 })).toMatchObject({ is: 'done' })
  expect(await save(owner, { ...first, amount: 1990 })).toMatchObject({ is: 'waiting' })
})

test('a first-party application is signed, and the signer gets its key; so is a new key of any; others are registered at once', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const given = { name: '工具', redirect: 'https://tools.test/back' }
  const own = { ...given, name: '自营工具', 'first-party': '' }
  expect((await perform(owner, 'applications register', given)).body.data.is).toBe('done')
  expect(await mailed(shop)).toEqual([owner.email, other.email].toSorted())
  expect(await sentencesOf(owner, 'applications register', own)).toContain(NEEDS_SIGNATURE)
  const heard = { ...own, webhook: 'https://tools.test/events', networks: '203.0.113.7' }
  expect((await perform(owner, 'applications register', heard)).body.data.is).toBe('waiting')
  const [request] = await waiting(other)
  expect(request!.preview.facts).toEqual([
    { label: '登录后回到', value: 'https://tools.test/back' },
    { label: 'Webhook', value: 'https://tools.test/events' },
    { label: '密钥限用网段', value: '203.0.113.7' },
  ])
  expect(await shop.sql`select from applications where is_first_party`).toEqual([])
  const signed = await signOnly(other)
  expect(signed.facts.filter(({ isSecret }) => isSecret)).toHaveLength(3)
  expect(await mailed(shop)).toHaveLength(4)
  const [application] = await shop.sql<{ id: string }>`
      select id from applications where is_first_party`
  const rotate = { application: application!.id }
  expect((await perform(owner, 'applications rotate', rotate)).body.data.is).toBe('waiting')
  expect((await signOnly(other)).facts[0]).toMatchObject({ label: 'API 密钥', isSecret: true })
  expect(await mailed(shop)).toHaveLength(6)
  // a second key of any application spends what all who granted it have
  const [foreign] = await shop.sql<{ id: string }>`
      select id from applications where not is_first_party and name = '工具'`
  const again = { application: foreign!.id, networks: 'any' }
  expect((await perform(owner, 'applications rotate', again)).body.data.is).toBe('waiting')
  await signOnly(other)
  expect(await mailed(shop)).toHaveLength(8)
})

test('a new redirect of a first-party application is previewed old → new, and waits for a signature; that of another is done at once', async () => {
  const { shop, staff } = await start()
  const owner = await staff.newOperator('owner')
  const other = await staff.newOperator('owner')
  const was = 'https://tools.test/back'
  const register = async (name: string, more: Record<string, string> = {}) => {
    await perform(owner, 'applications register', { name, redirect: was, ...more })
    if (more['first-party'] === '') await signOnly(other)
    const [row] = await shop.sql<{ id: string }>`select id from applications where name = ${name}`
    return row!.id
  }
  const redirectOf = async (id: string) => {
    const [row] = await shop.sql<{ urls: string[] }>`
      select redirect_urls as urls from applications where id = ${id}`
    return row!.urls
  }
  const own = { application: await register('自营', { 'first-party': '' }), redirect: EVIL }
  expect((await perform(owner, 'applications change', own)).body.data.is).toBe('waiting')
  const [request] = await waiting(other)
  expect(request!.preview.facts).toEqual([{ label: '登录后回到', value: `${was} → ${EVIL}` }])
  expect(request!.preview.sentences).toContain(NEEDS_SIGNATURE)
  expect(await redirectOf(own.application)).toEqual([was])
  await signOnly(other)
  expect(await redirectOf(own.application)).toEqual([EVIL])

  const foreign = { application: await register('外部'), redirect: EVIL }
  const { preview } = await previewOf(owner, 'applications change', foreign)
  expect(preview.facts).toEqual([{ label: '登录后回到', value: `${was} → ${EVIL}` }])
  expect((await perform(owner, 'applications change', foreign)).body.data.is).toBe('done')
  expect(await redirectOf(foreign.application)).toEqual([EVIL])
})
