import { expect, test } from 'vitest'
import { connect, DatabaseUnavailable } from '../../db/sql.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { addressBuckets } from './address-keys.ts'
import { createLimits, isMailStorm, LIMITS } from './limits.ts'

test('beyond its limit a key is refused with the time to wait, other keys are not', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  for (let used = 1; used <= LIMITS.createIntent.times; used += 1) {
    expect(await limits.take('createIntent', 'ann')).toBe(used)
  }
  const refusal = await limits.take('createIntent', 'ann').catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED' })
  expect(refusal).toMatchObject({
    details: { retryAfter: expect.toSatisfy((s: number) => s > 50 && s <= 60) },
    message: expect.stringMatching(/^操作过于频繁，请在 (59|60) 秒后再试$/),
  })
  expect(await limits.take('createIntent', 'bob')).toBe(1)
  expect(await limits.take('confirmPayment', 'ann')).toBe(1)
})

test('limits hold across nodes and restarts, and exactly so under a rush', async () => {
  await using database = await createTestDatabase()
  const nodes = [createLimits(database.sql), createLimits(database.sql)]
  const rush = Array.from({ length: 40 }, (_, n) => nodes[n % 2]!.take('createIntent', 'ann'))
  const outcomes = await Promise.allSettled(rush)
  const allowed = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(allowed).toHaveLength(LIMITS.createIntent.times)
  const restarted = createLimits(database.sql)
  await expect(restarted.take('createIntent', 'ann')).rejects.toMatchObject({
    code: 'RATE_LIMITED',
  })
})

test('a key over its limit is refused without asking the database again', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  await expect(limits.take('mailResend', 'ann')).resolves.toBe(1)
  await expect(limits.take('mailResend', 'ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await database.sql`delete from rate_limits`
  await expect(limits.take('mailResend', 'ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('when the time is over a key begins anew', async () => {
  await using database = await createTestDatabase()
  await createLimits(database.sql).take('mailResend', 'ann')
  await database.sql`update rate_limits set expire = ${Date.now() - 1}`
  expect(await createLimits(database.sql).take('mailResend', 'ann')).toBe(1)
})

test('what is given back or cleared does not count', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  await limits.take('declines', 'ann')
  await limits.take('declines', 'ann')
  await limits.giveBack('declines', 'ann')
  expect(await limits.used('declines', 'ann')).toBe(1)
  await limits.clear('declines', 'ann')
  expect(await limits.used('declines', 'ann')).toBe(0)
})

test('a counter that is given back whole or cleared leaves no row', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  const rows = () => database.sql`select key, points from rate_limits order by key`
  await limits.take('declines', 'ann')
  for (let used = 1; used <= 3; used += 1) await limits.take('declines', 'bob')
  await limits.take('declines', 'cid')
  await limits.settle({
    giveBack: [
      ['declines', 'ann'],
      ['declines', 'bob'],
      ['declines', 'never counted'],
    ],
    clear: [['declines', 'cid']],
  })
  expect(await rows()).toEqual([{ key: 'declines:bob', points: 2 }])
})

test('several are taken at once, and beyond one of the limits none counts', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  const buckets = [
    ['mailIp', 'net'],
    ['mailResend', 'ann'],
  ] as const
  expect(await limits.takeAll(buckets)).toEqual([1, 1])
  await expect(limits.takeAll(buckets)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(createLimits(database.sql).takeAll(buckets)).rejects.toMatchObject({
    details: { retryAfter: expect.toSatisfy((s: number) => s > 50 && s <= 60) },
  })
  expect(await limits.used('mailIp', 'net')).toBe(1)
  expect(await limits.used('mailResend', 'ann')).toBe(1)
  await limits.settle({ giveBack: [['mailIp', 'net']], clear: [['mailResend', 'ann']] })
  expect(await limits.takeAll(buckets)).toEqual([1, 1])
})

test('those who take and give back the same keys in another order do not wait for each other', async () => {
  await using database = await createTestDatabase()
  const [here, there] = [createLimits(database.sql), createLimits(database.sql)]
  const ann = ['declines', 'ann'] as const
  const bob = ['declines', 'bob'] as const
  const rush = Array.from({ length: 40 }, async (_, n) => {
    const [limits, buckets] = n % 2 === 0 ? [here, [ann, bob]] : [there, [bob, ann]]
    await limits.takeAll(buckets)
    await limits.settle({ giveBack: buckets, clear: [] })
  })
  const outcomes = await Promise.allSettled(rush)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      expect(outcome.reason).toMatchObject({ code: 'RATE_LIMITED' })
  }
  expect([await here.used(...ann), await here.used(...bob)]).toEqual([0, 0])
})

test('what is given back twice is not owed, and a key that begins anew has nothing to give', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  await limits.giveBack('declines', 'ann')
  await limits.take('declines', 'ann')
  await limits.giveBack('declines', 'ann')
  await limits.giveBack('declines', 'ann')
  expect(await limits.used('declines', 'ann')).toBe(0)
  expect(await limits.take('declines', 'ann')).toBe(1)
})

test('check refuses at the limit and counts nothing; count counts and refuses nothing', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  const { times } = LIMITS.declines
  for (let used = 1; used <= times; used += 1) {
    await limits.check('declines', 'ann')
    expect(await limits.count('declines', 'ann')).toBe(used)
  }
  await expect(limits.check('declines', 'ann')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(await limits.count('declines', 'ann')).toBe(times + 1)
})

test('a /64 beyond its limit leaves the rest of its /48 alone, until ten times as much came from all of it', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  const { times } = LIMITS.registerIp
  const takeFrom = (subnet: number) =>
    limits.takeAll(addressBuckets('registerIp', `2001:db8:0:${subnet.toString(16)}::1`))
  for (let subnet = 1; subnet <= 10; subnet += 1) {
    for (let used = 1; used <= times; used += 1) await takeFrom(subnet)
    if (subnet === 1) await expect(takeFrom(1)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  }
  await expect(takeFrom(11)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await limits.takeAll(addressBuckets('registerIp', '2001:db8:1:1::1'))
})

test('several are checked and counted at once, and refuse when one of them is full', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  const buckets = [['declines', 'ann'], ...addressBuckets('declinesIp', '2001:db8::1')] as const
  for (let used = 1; used <= LIMITS.declines.times; used += 1) {
    await limits.checkAll(buckets)
    await limits.countAll(buckets)
  }
  await expect(limits.checkAll(buckets)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await limits.checkAll(buckets.slice(1))
  expect(await limits.used('declinesIp', '2001:db8:0::/48')).toBe(LIMITS.declines.times)
})

test('a storm of mails is seen by every node', async () => {
  await using database = await createTestDatabase()
  const limits = createLimits(database.sql)
  expect(await isMailStorm(limits)).toBe(false)
  await limits.count('mailAll', 'all')
  await database.sql`update rate_limits set points = ${LIMITS.mailAll.times}`
  expect(await isMailStorm(createLimits(database.sql))).toBe(true)
})

test('a counter does not wait for the disk; what follows on its connection does', async () => {
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
  await limits.take('declines', 'ann')
  await limits.take('declines', 'ann')
  await limits.giveBack('declines', 'ann')
  await limits.clear('declines', 'ann')
  expect(await sql`select durability from seen`).toEqual(
    Array.from({ length: 4 }, () => ({ durability: 'off' })),
  )
  expect(await sql`show synchronous_commit`).toEqual([{ synchronous_commit: 'on' }])
})

test('a counter is found by its key, also by a statement that was planned when there were few', async () => {
  await using database = await createTestDatabase()
  await using pool = new AsyncDisposableStack()
  const sql = connect(database.url, { max: 1 })
  pool.defer(() => sql.end())
  const limits = createLimits(sql)
  for (let user = 0; user < 20; user += 1) {
    await limits.takeAll([
      ['loginIp', `${user}`],
      ['loginAccount', `${user}`],
    ])
    await limits.settle({
      giveBack: [['loginIp', `${user}`]],
      clear: [['loginAccount', `${user}`]],
    })
  }
  await sql`select pg_stat_force_next_flush()`
  const [table] = await sql<{ scans: number; found: number }>`
    select seq_scan as scans, idx_scan as found from pg_stat_user_tables
    where relname = 'rate_limits'`
  expect(table).toEqual({ scans: 0, found: expect.toSatisfy((found: number) => found >= 80) })
})

test('a dead database refuses as unavailable instead of letting everybody through', async () => {
  const limits = createLimits(connect('postgres://nobody@127.0.0.1:4499/none'))
  await expect(limits.take('createIntent', 'ann')).rejects.toBeInstanceOf(DatabaseUnavailable)
})
