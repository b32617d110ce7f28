import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { dayText } from '../../lib/local-time.ts'
import {
  applicationsPerFile,
  type JoinedShop,
} from '../../testing/applications/application-client.ts'
import { newApplication, newKeyOf } from '../../testing/applications/applications.ts'
import { adjust } from '../../testing/credit.ts'

const DAY_MS = 86_400_000
const reason = '翻译文档'

const join = applicationsPerFile()

async function chargeTimes(shop: JoinedShop, times: number): Promise<string[]> {
  const ids: string[] = []
  for (let amount = 1; amount <= times; amount += 1) {
    const made = await shop.call(api.chargeCredit, { user: shop.ann.user.id, amount, reason })
    ids.push(made.body.data.charge.id)
  }
  return ids
}

/** All pages of a list, each as the ids on it. */
async function readPages(
  shop: JoinedShop,
  call: typeof api.userCharges | typeof api.dayCharges,
  input: Record<string, unknown>,
): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const given = cursor === undefined ? input : { ...input, cursor }
    const { status, body } = await shop.call(call, given)
    expect(status).toBe(200)
    pages.push(body.data.list.map(({ id }) => id))
    cursor = body.data.next
  }
  return pages
}

test("a user's charges are listed newest first, page by page", async () => {
  const shop = await join()
  const ids = await chargeTimes(shop, 5)
  const user = shop.ann.user.id
  const pages = await readPages(shop, api.userCharges, { user, limit: 2 })
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat()).toEqual(ids.toReversed())
  expect(await readPages(shop, api.userCharges, { user, limit: 5 })).toHaveLength(1)
  const { body } = await shop.call(api.findCharge, { user, id: ids[0]! })
  expect(body.data.charge).toMatchObject({ id: ids[0], user, amount: 1, owed: 0, reversed: 0 })
})

test("a day's charges are those of all users of the application from midnight of the site on", async () => {
  const shop = await join()
  const { server } = shop
  expect(server.deps.content.site.timeZone).toBe('Asia/Shanghai')
  const ids = await chargeTimes(shop, 4)
  const ben = await server.newUser()
  await adjust(server, ben, { delta: 5 })
  const ofBen = await shop.call(api.chargeCredit, { user: ben.user.id, amount: 5, reason })
  ids.push(ofBen.body.data.charge.id)
  const setTime = (id: string | undefined, at: string) =>
    server.sql`update credit_charges set created_at = ${at} where id = ${id!}`
  for (const id of ids) await setTime(id, '2026-08-01T12:00:00.000Z')
  await setTime(ids[0], '2026-08-01T15:59:59.999Z')
  await setTime(ids[1], '2026-08-01T16:00:00.000Z')
  const pages = await readPages(shop, api.dayCharges, { day: '2026-08-01', limit: 2 })
  expect(pages).toEqual([
    [ids[2], ids[3]],
    [ids[4], ids[0]],
  ])
  expect(await readPages(shop, api.dayCharges, { day: '2026-08-02' })).toEqual([[ids[1]]])

  const other = await newKeyOf(server, await newApplication(server))
  const headers = { authorization: `Bearer ${other}` }
  const { body } = await shop.call(api.dayCharges, { day: '2026-08-01' }, { headers })
  expect(body.data).toEqual({ list: [], next: null })
  for (const text of [`1795000000000 ${'a'.repeat(36)}`, `1795000000000 ${'-'.repeat(36)}`]) {
    const cursor = Buffer.from(text).toString('base64url')
    expect(await shop.call(api.dayCharges, { day: '2026-08-01', cursor })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION' },
    })
  }
})

test('a statement has totals and a hash that the application can make of its own books', async () => {
  const shop = await join()
  const { server } = shop
  const user = shop.ann.user.id
  const ids = await chargeTimes(shop, 3)
  const reversed = await shop.call(api.reverseCharge, { user, id: ids[2]!, amount: 2, reason })
  const reversal = reversed.body.data.reversal.id
  const { timeZone } = server.deps.content.site
  const day = dayText(server.deps.now(), timeZone)
  const lines = [
    ...ids.toSorted().map((id) => `charge ${id} ${user} ${ids.indexOf(id) + 1}\n`),
    `reversal ${reversal} ${ids[2]} 2\n`,
  ]
  const { status, body } = await shop.call(api.dayStatement, { day })
  expect(status).toBe(200)
  expect(body.data).toEqual({
    ...{ day, timeZone, isFinal: false },
    charges: { count: 3, total: 6 },
    reversals: { count: 1, total: 2 },
    sha256: createHash('sha256').update(lines.join('')).digest('hex'),
  })
  server.advance(DAY_MS + 5 * 60_000)
  const later = await shop.call(api.dayStatement, { day })
  expect(later.body.data).toEqual({ ...body.data, isFinal: true })
  const empty = await shop.call(api.dayStatement, { day: '2026-01-01' })
  expect(empty.body.data).toMatchObject({
    ...{ isFinal: true, charges: { count: 0, total: 0 }, reversals: { count: 0, total: 0 } },
    sha256: createHash('sha256').digest('hex'),
  })
})
