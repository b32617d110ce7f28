import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { balancesOf, expectProven } from '#server/testing/applications/spending.ts'
import { buildWeb } from '#server/testing/build-web.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { buildToolsApp } from '../server.ts'
import { createRequestShop, ShopError } from '../shop/request-shop.ts'
import { createShop } from '../shop/shop.ts'
import { rememberingShop } from '../testing/remembering-shop.ts'
import { startToolsServer } from '../testing/tools-server.ts'
import { createJournal, type Entry } from './journal.ts'
import { createSettlements } from './settle.ts'

beforeAll(buildWeb, 180_000)

const newLog = () => ({ error: vi.fn<(facts: object, message: string) => void>() })
const booking = { amount: 30, usage: { model: '星桥', output_tokens: 30 } }

test('the next process settles what the one before left: once what was booked, nothing else', async () => {
  await using tools = await startToolsServer()
  const { server, config } = tools
  const { ann } = await tools.newCustomer({ credit: 1_000 })
  const { ann: poor } = await tools.newCustomer({ credit: 0 })
  const shop = createShop(createRequestShop({ url: config.shop.url, appKey: config.appKey }))
  const dataDir = mkdtempSync(join(tmpdir(), 'chats-'))
  const path = join(dataDir, 'chats.jsonl')
  const journal = createJournal({ path, log: newLog() })

  async function leave(
    { user }: typeof ann,
    { isHeld = true, ...rest }: Partial<Entry> & { isHeld?: boolean } = {},
  ) {
    const spending = { user: user.id, amount: 100, reason: '对话', keyId: null, endsInS: 900 }
    const entry: Entry = {
      ...{ id: randomUUID(), spending, step: 'hold', holdId: null, booking: null },
    }
    const holdId = isHeld
      ? (await shop.hold(spending, `${entry.id}.${rest.step ?? 'hold'}`)).hold.id
      : ''
    journal.write({ ...entry, ...rest, ...(rest.holdId !== undefined && { holdId }) })
    return { entry, hold: { user: user.id, id: holdId } }
  }
  // it died before it heard of its hold, while the answer came, and when the hold had not come to the shop
  await leave(ann, { step: 'rest' })
  await leave(ann, { holdId: '' })
  await leave(ann, { isHeld: false })
  await leave(poor, { isHeld: false })
  // before its charge, and before it heard of it
  await leave(ann, { holdId: '', booking })
  const { entry, hold } = await leave(ann, { holdId: '', booking })
  await shop.capture(hold, booking, `${entry.id}.charge`)
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 970, held: 300 })

  const port = await freePort()
  const next = await buildToolsApp({ ...config, port, dataDir })
  await next.listen({ port, host: '127.0.0.1' })
  await vi.waitFor(() => {
    const ends = readFileSync(path, 'utf8').match(/"entry":null/g)
    expect(ends).toHaveLength(6)
  })
  expect(await balancesOf(server, ann)).toMatchObject({ balance: 940, held: 0 })
  expect(
    await tools.sql`select amount, usage from credit_charges where user_id = ${ann.user.id}`,
  ).toEqual([booking, booking])
  await next.close()
  // the one after it finds nothing
  expect(createJournal({ path, log: newLog() }).listLeft()).toEqual([])
  await expectProven(server)
})

const entry: Entry = {
  id: 'e1',
  spending: { user: 'ann', amount: 50, reason: '对话', keyId: null, endsInS: 900 },
  ...{ step: 'hold', holdId: 'h1', booking },
}

test('a charge that the shop does not answer is made when it does, under the same key', async () => {
  const keys: string[] = []
  const { shop } = rememberingShop({
    async capture(_hold, { amount }, key) {
      keys.push(key)
      if (keys.length < 3) throw new ShopError(0, 'NO_ANSWER', 'no answer')
      return { charge: { id: 'c1', amount }, available: 9 }
    },
  })
  const [log, journal] = [newLog(), createJournal({ path: null, log: newLog() })]
  const { settle } = createSettlements({ shop, journal, log, pauseMs: 1 })
  expect(await settle(entry)).toEqual({ cost: 30, available: 9 })
  expect(keys).toEqual(['e1.charge', 'e1.charge', 'e1.charge'])
  expect(log.error).toHaveBeenCalledTimes(1)
})

test('a charge that the shop refuses is reported with all that it was, and not asked for again', async () => {
  const capture = vi.fn<() => never>(() => {
    throw new ShopError(409, 'HOLD_ENDED', 'ended')
  })
  const { shop } = rememberingShop({ capture })
  const [log, journal] = [newLog(), createJournal({ path: null, log: newLog() })]
  const { settle } = createSettlements({ shop, journal, log })
  expect(await settle(entry)).toBeNull()
  expect(capture).toHaveBeenCalledTimes(1)
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ entry }),
    'an answer was not charged',
  )
})
