import { expect, test } from 'vitest'
import { connect, DatabaseUnavailable, type Sql } from '../../db/sql.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { addressBuckets, widestNetwork } from './address-keys.ts'
import { defineLimits } from './limit.ts'
import { createLimits, createRefusals } from './limits.ts'

const databaseOf = oncePerFile(() => createTestDatabase())

async function emptyDatabase() {
  const database = await databaseOf()
  await database.sql`delete from rate_limits`
  return database
}

const DAY = 24 * 60 * 60
const { tenAMinute, oneAMinute, twentyAnHour, tenADay, twentyADay, others } = defineLimits({
  tenAMinute: { times: 10, seconds: 60 },
  oneAMinute: { times: 1, seconds: 60 },
  twentyAnHour: { times: 20, seconds: 3600 },
  tenADay: { times: 10, seconds: DAY },
  twentyADay: { times: 20, seconds: DAY },
  others: { times: 10, seconds: 60 },
})

test('key beyond its limit is refused with the waiting time, other keys are not; a counter starts again after its time', async () => {
  const database = await emptyDatabase()
  const limits = createLimits(database.sql)
  for (let used = 1; used <= tenAMinute.times; used += 1) {
    expect(await limits.consume(tenAMinute, 'ann')).toBe(used)
  }
  const refusal = await limits.consume(tenAMinute, 'ann').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED' })
  expect(refusal).toMatchObject({
    details: { retryAfter: expect.toSatisfy((s: number) => s > 50 && s <= 60) },
    message: expect.stringMatching(/^操作过于频繁，请在 (59|60) 秒后再试$/),
  })
  expect(await limits.consume(tenAMinute, 'bob')).toBe(1)
  expect(await limits.consume(others, 'ann')).toBe(1)
  // the refusal is known without a query
  await database.sql`delete from rate_limits`
  await expect(limits.consume(tenAMinute, 'ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })

  await limits.consume(oneAMinute, 'cid')
  await database.sql`update rate_limits set expire = ${Date.now() - 1}`
  expect(await limits.consume(oneAMinute, 'cid')).toBe(1)
})

test('limit is exact across nodes and restarts with forty concurrent calls', async () => {
  const database = await emptyDatabase()
  const nodes = [createLimits(database.sql), createLimits(database.sql)]
  const rush = Array.from({ length: 40 }, (_, n) => nodes[n % 2]!.consume(tenAMinute, 'ann'))
  const outcomes = await Promise.allSettled(rush)
  const allowed = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(allowed).toHaveLength(tenAMinute.times)
  const restarted = createLimits(database.sql)
  await expect(restarted.consume(tenAMinute, 'ann')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
})

test('released and reset counts do not count, never go below zero and leave no row at zero', async () => {
  const database = await emptyDatabase()
  const limits = createLimits(database.sql)
  const rows = () => database.sql`select key, points from rate_limits order by key`
  await limits.consume(tenADay, 'ann')
  for (let used = 1; used <= 3; used += 1) await limits.consume(tenADay, 'bob')
  await limits.consume(tenADay, 'cid')
  await limits.update({
    release: [
      { limit: tenADay, key: 'ann' },
      { limit: tenADay, key: 'bob' },
      { limit: tenADay, key: 'never counted' },
    ],
    reset: [{ limit: tenADay, key: 'cid' }],
  })
  expect(await rows()).toEqual([{ key: 'tenADay:bob', points: 2 }])
  // releasing twice does not go negative
  await limits.release(tenADay, 'cid')
  await limits.release(tenADay, 'ann')
  await limits.consume(tenADay, 'ann')
  await limits.consume(tenADay, 'ann')
  await limits.release(tenADay, 'ann')
  expect(await limits.used(tenADay, 'ann')).toBe(1)
  for (let count = 1; count <= 2; count += 1) await limits.release(tenADay, 'ann')
  expect(await limits.used(tenADay, 'ann')).toBe(0)
  expect(await limits.consume(tenADay, 'ann')).toBe(1)
  await limits.reset(tenADay, 'ann')
  expect(await limits.used(tenADay, 'ann')).toBe(0)
})

test('several buckets: when one is full, none is counted', async () => {
  const database = await emptyDatabase()
  const limits = createLimits(database.sql)
  const buckets = [
    { limit: twentyAnHour, key: 'net' },
    { limit: oneAMinute, key: 'ann' },
  ]
  expect(await limits.consumeAll(buckets)).toEqual([1, 1])
  await expect(limits.consumeAll(buckets)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(createLimits(database.sql).consumeAll(buckets)).rejects.toMatchObject({
    details: { retryAfter: expect.toSatisfy((s: number) => s > 50 && s <= 60) },
  })
  expect(await limits.used(twentyAnHour, 'net')).toBe(1)
  expect(await limits.used(oneAMinute, 'ann')).toBe(1)
  await limits.update({
    release: [{ limit: twentyAnHour, key: 'net' }],
    reset: [{ limit: oneAMinute, key: 'ann' }],
  })
  expect(await limits.consumeAll(buckets)).toEqual([1, 1])
})

test('nodes that use the same keys in different orders do not deadlock', async () => {
  const database = await emptyDatabase()
  const [here, there] = [createLimits(database.sql), createLimits(database.sql)]
  const ann = { limit: tenADay, key: 'ann' }
  const bob = { limit: tenADay, key: 'bob' }
  const rush = Array.from({ length: 40 }, async (_, n) => {
    const [limits, buckets] = n % 2 === 0 ? [here, [ann, bob]] : [there, [bob, ann]]
    await limits.consumeAll(buckets)
    await limits.update({ release: buckets })
  })
  const outcomes = await Promise.allSettled(rush)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'RATE_LIMITED' })
  }
  expect([await here.used(ann.limit, ann.key), await here.used(bob.limit, bob.key)]).toEqual([0, 0])
})

test('check refuses at the limit without counting, count counts without refusing; several buckets together', async () => {
  const database = await emptyDatabase()
  const limits = createLimits(database.sql)
  const { times } = tenADay
  for (let used = 1; used <= times; used += 1) {
    await limits.check(tenADay, 'ann')
    expect(await limits.count(tenADay, 'ann')).toBe(used)
  }
  await expect(limits.check(tenADay, 'ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await limits.count(tenADay, 'ann')).toBe(times + 1)

  const buckets = [{ limit: tenADay, key: 'bob' }, ...addressBuckets(twentyADay, '2001:db8::1')]
  for (let used = 1; used <= times; used += 1) {
    await limits.checkAll(buckets)
    await limits.countAll(buckets)
  }
  await expect(limits.checkAll(buckets)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await limits.checkAll(buckets.slice(1))
  expect(await limits.used(twentyADay, '2001:db8:0::/48')).toBe(times)
})

test('full /64 does not affect the rest of its /48 until the /48 has ten times the limit', async () => {
  const database = await emptyDatabase()
  const limits = createLimits(database.sql)
  const { times } = twentyAnHour
  const consumeFrom = (subnet: number) =>
    limits.consumeAll(addressBuckets(twentyAnHour, `2001:db8:0:${subnet.toString(16)}::1`))
  for (let subnet = 1; subnet <= 10; subnet += 1) {
    for (let used = 1; used <= times; used += 1) await consumeFrom(subnet)
    if (subnet === 1) await expect(consumeFrom(1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  }
  await expect(consumeFrom(11)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await limits.consumeAll(addressBuckets(twentyAnHour, '2001:db8:1:1::1'))
})

test('counter commits asynchronously; later statements of its connection commit synchronously; it is found by its index', async () => {
  await using database = await createTestDatabase()
  await using pool = new AsyncDisposableStack()
  const sql = connect(database.url, { max: 1 })
  pool.defer(() => sql.end())
  // deferred, so that it sees what holds at the commit
  await sql`create table seen (durability text)`
  await sql`
    create function look() returns trigger language plpgsql as
    $$ begin insert into seen values (current_setting('synchronous_commit')); return null; end $$`
  await sql`
    create constraint trigger look after insert or update or delete on rate_limits
    deferrable initially deferred for each row execute function look()`
  const limits = createLimits(sql)
  await limits.consume(tenADay, 'ann')
  await limits.consume(tenADay, 'ann')
  await limits.release(tenADay, 'ann')
  await limits.reset(tenADay, 'ann')
  expect(await sql`select durability from seen`).toEqual(
    Array.from({ length: 4 }, () => ({ durability: 'off' })),
  )
  expect(await sql`show synchronous_commit`).toEqual([{ synchronous_commit: 'on' }])

  // also with a plan made on a small table
  const before = await scansOf(sql)
  for (let user = 0; user < 20; user += 1) {
    await limits.consumeAll([
      { limit: tenAMinute, key: `${user}` },
      { limit: others, key: `${user}` },
    ])
    await limits.update({
      release: [{ limit: tenAMinute, key: `${user}` }],
      reset: [{ limit: others, key: `${user}` }],
    })
  }
  const after = await scansOf(sql)
  expect(after.whole - before.whole).toBe(0)
  expect(after.byIndex - before.byIndex).toBeGreaterThanOrEqual(80)
})

/** How often the connection's statements have read the counters as a whole and by their index. */
async function scansOf(sql: Sql) {
  await sql`select pg_stat_force_next_flush()`
  const [scans] = await sql<{ whole: number; byIndex: number }>`
    select seq_scan as whole, idx_scan as "byIndex" from pg_stat_user_tables
    where relname = 'rate_limits'`
  return scans!
}

test('without a database a limited call fails as unavailable', async () => {
  const limits = createLimits(connect('postgres://nobody@127.0.0.1:4499/none'))
  await expect(limits.consume(tenAMinute, 'ann')).rejects.toBeInstanceOf(DatabaseUnavailable)
})

const keysOf = (address: string) => addressBuckets(tenAMinute, address).map(({ key }) => key)

test('IPv4 address uses the counter of its dotted form, however it is written', () => {
  const writings = [
    '203.0.113.7',
    '::ffff:203.0.113.7',
    '::FFFF:cb00:7107',
    '0:0:0:0:0:ffff:cb00:7107',
    '::ffff:203.0.113.7%eth0',
  ]
  const found = writings.map((written) => [
    written,
    addressBuckets(tenAMinute, written),
    widestNetwork(written),
  ])
  const dotted = '203.0.113.7'
  expect(found).toEqual(
    writings.map((written) => [written, [{ limit: tenAMinute, key: dotted }], dotted]),
  )
})

test('IPv6 address has a counter for its /64 and one with ten times the limit for its /48', () => {
  expect(addressBuckets(tenAMinute, '2001:db8:0:12::1')).toEqual([
    { limit: tenAMinute, key: '2001:db8:0:12::/64' },
    { limit: tenAMinute, key: '2001:db8:0::/48', factor: 10 },
  ])
  const home = keysOf('2001:db8:0:12::1')
  expect(keysOf('2001:0db8:0000:0012:ffff:1:2:3')).toEqual(home)
  expect(keysOf('2001:db8:0:12:a::')).toEqual(home)
  expect(keysOf('2001:db8::1')).toEqual(keysOf('2001:db8:0:0:5::'))
  expect(keysOf('::1')).toEqual(keysOf('::2'))
  expect(keysOf('fe80::1%eth0')).toEqual(keysOf('fe80::2'))
  const [next, wide] = keysOf('2001:db8:0:13::1')
  expect(next).not.toBe(home[0])
  expect(wide).toBe(home[1])
  expect(widestNetwork('2001:db8:0:13::1')).toBe(home[1])
  expect(widestNetwork('2001:db8:1:12::1')).not.toBe(home[1])
})

const later = () => Date.now() + 60_000

test('refusal lasts until its end or until forget(); beyond 10,000 the oldest is dropped', () => {
  const refusals = createRefusals()
  const end = later()
  refusals.remember('ann', end)
  refusals.remember('bob', Date.now() - 1)
  expect([refusals.until('ann'), refusals.until('bob'), refusals.until('eve')]).toEqual([
    end,
    null,
    null,
  ])
  refusals.forget('ann')
  expect(refusals.until('ann')).toBeNull()

  for (let n = 0; n <= 10_000; n += 1) refusals.remember(`visitor ${n}`, later())
  expect(refusals.until('visitor 0')).toBeNull()
  expect(refusals.until('visitor 1')).not.toBeNull()
  expect(refusals.until('visitor 10000')).not.toBeNull()
})
