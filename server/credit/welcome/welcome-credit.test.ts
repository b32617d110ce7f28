import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { SiteContent } from '#contract/content/content.ts'
import { creditEntries } from '#contract/credit/ledger.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { closeForGood } from '../../testing/console/console-shop.ts'
import { listNoGrants, readLots } from '../../testing/credit.ts'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { PASSWORD, startTestServer, type TestServer } from '../../testing/harness.ts'
import { readMailedCode } from '../../testing/mailed-secrets.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { expireCredit } from '../expire-credit-job.ts'
import { proveLedger } from '../proof/prove-ledger.ts'
import { welcomeLimits } from './welcome-credit.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const GIFT = { kind: 'welcome', granted: 200, remaining: 200, expiresAt: expect.any(Date) }
const serverOf = oncePerFile(() => startTestServer())

let networks = 0
/** A network that no other test has used. */
const newNetwork = () => `198.51.100.${(networks += 1)}`

/** A browser with a mailed code, ready to register. */
async function askForCode(server: TestServer, email: string, ip: string) {
  // mails that another node has sealed, and the minute between two of them
  await server.sql`delete from jobs where kind = 'mail'`
  await server.sql`delete from rate_limits where key like 'mailResend:%'`
  const browser = server.visitor({ ip })
  const captcha = await server.solveCaptcha(browser)
  await browser.call(api.account.registerCode, { email, captcha })
  const code = await readMailedCode(server, email)
  return async () => {
    const password = passwordDigest(PASSWORD)
    const { status } = await browser.call(api.account.register, { email, code, password })
    expect(status).toBe(200)
    return server.login(email)
  }
}

async function register(server: TestServer, email: string, ip = newNetwork()) {
  return (await askForCode(server, email, ip))()
}

/** What a new account with this address has. */
async function lotsOfNew(server: TestServer, email: string, ip?: string) {
  return readLots(server.sql, await register(server, email, ip))
}

async function expectProven({ deps }: TestServer): Promise<void> {
  expect(await proveLedger(deps, listNoGrants)).toMatchObject({ isProven: true, faults: [] })
}

/** The file's content with another gift. */
function contentWith({ deps }: TestServer, welcomeCredit: SiteContent['welcomeCredit']) {
  const { welcomeCredit: _, ...site } = deps.content.site
  return { ...deps.content, site: { ...site, ...(welcomeCredit && { welcomeCredit }) } }
}

test('registration with a verified address: a lot that ends after its days, an entry of its own type, and proven books', async () => {
  await using server = await startTestServer()
  const ann = await register(server, 'ann@example.com')

  const [lot] = await readLots(server.sql, ann)
  expect(lot).toEqual(GIFT)
  const lasts = lot!.expiresAt!.getTime() - server.deps.now().getTime()
  expect(Math.round(lasts / DAY_MS)).toBe(7)
  const { body } = await ann.call(creditEntries, { type: 'welcome' })
  expect(body.data.list).toMatchObject([{ type: 'welcome', delta: 200, balanceAfter: 200 }])
  expect(body.data.list[0]).not.toHaveProperty('orderId')
  const proof = await proveLedger(server.deps, listNoGrants)
  expect(proof).toMatchObject({ isProven: true, totals: { balance: 200, welcomed: 200 } })

  server.advance(7 * DAY_MS)
  await expireCredit(server.deps)
  const after = await server.login('ann@example.com')
  expect((await after.call(api.account.profile, {})).body.data.credit.balance).toBe(0)
  await expectProven(server)
})

test('another way to write a known mailbox gets nothing, also of two registrations at once', async () => {
  const server = await serverOf()
  expect(await lotsOfNew(server, 'bob@gmail.com')).toEqual([GIFT])
  expect(await lotsOfNew(server, 'b.o.b+1@googlemail.com')).toEqual([])

  const addresses = ['eve@gmail.com', 'e.ve@gmail.com', 'eve+x@gmail.com', 'eve@googlemail.com']
  const ready = []
  for (const email of addresses) ready.push(await askForCode(server, email, newNetwork()))
  const users = await Promise.all(ready.map((go) => go()))
  const lots = []
  for (const user of users) lots.push(...(await readLots(server.sql, user)))
  expect(lots).toEqual([GIFT])
  await expectProven(server)
})

test('an address whose account was erased registers again and gets nothing; the address itself is not kept', async () => {
  const server = await serverOf()
  const email = 'leaver@example.com'
  const before = await register(server, email)
  await closeForGood(server, before)
  const [erased] = await readLots(server.sql, before)
  expect(erased).toMatchObject({ kind: 'welcome', granted: 200 })

  expect(await lotsOfNew(server, email)).toEqual([])

  const kept = await server.sql<{ hash: string }>`
    select encode(hash, 'escape') as hash from welcome_mailboxes`
  expect(kept.every(({ hash }) => !hash.includes('leaver'))).toBe(true)
  await expectProven(server)
})

test('a mailbox is known under a new SECRET_KEY as long as the old one is named, and what registers then is known under both', async () => {
  const [OLD, NEW] = ['k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe', 'Zq8vT2mKx4Rb6Jw1Yc9Ls3Hd5Gf7Np0A']
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await createTestDatabase())
  const nodeOf = async (SECRET_KEY: string) =>
    stack.use(await startTestServer({ database, environment: { SECRET_KEY } }))
  const old = await nodeOf(OLD)
  const both = await nodeOf(`${NEW},${OLD}`)
  const alone = await nodeOf(NEW)

  expect(await lotsOfNew(old, 'ann@gmail.com')).toEqual([GIFT])
  expect(await lotsOfNew(both, 'a.nn@gmail.com')).toEqual([])
  expect(await lotsOfNew(both, 'bob@gmail.com')).toEqual([GIFT])
  expect(await lotsOfNew(old, 'b.ob@gmail.com')).toEqual([])
  expect(await lotsOfNew(alone, 'bo.b@gmail.com')).toEqual([])
})

test('beyond the limit of a network, or of the whole shop, a registration succeeds without the gift', async () => {
  await using server = await startTestServer()
  const { welcomeNetwork, welcomeShop } = welcomeLimits
  const fill = (key: string, points: number) => server.sql`
    update rate_limits set points = ${points} where key = ${key} returning key`
  const [first, other, third] = [newNetwork(), newNetwork(), newNetwork()]
  expect(await lotsOfNew(server, 'one@example.com', first)).toEqual([GIFT])
  expect(await fill(`welcomeNetwork:${first}`, welcomeNetwork.times - 1)).toHaveLength(1)
  expect(await lotsOfNew(server, 'last@example.com', first)).toEqual([GIFT])
  expect(await lotsOfNew(server, 'farm@example.com', first)).toEqual([])
  expect(await lotsOfNew(server, 'neighbour@example.com', other)).toEqual([GIFT])

  expect(await fill('welcomeShop:all', welcomeShop.times)).toHaveLength(1)
  expect(await lotsOfNew(server, 'late@example.com', third)).toEqual([])
  await expectProven(server)
})

test('a mailbox that is known uses up no limit', async () => {
  await using server = await startTestServer()
  const network = newNetwork()
  for (const email of ['ann@gmail.com', 'a.nn@gmail.com', 'an.n@gmail.com'])
    await register(server, email, network)
  const counters = await server.sql<{ points: number }>`
    select points from rate_limits where key like 'welcome%' order by key`
  expect(counters).toEqual([{ points: 1 }, { points: 1 }])
})

test('a site without a gift, or with one of 0, gives none and keeps no mailbox', async () => {
  const given = await serverOf()
  await using server = await startTestServer({ deps: { content: contentWith(given, undefined) } })
  expect(await lotsOfNew(server, 'ann@example.com')).toEqual([])
  expect(await server.sql`select 1 from welcome_mailboxes`).toEqual([])
})

test('the proof finds a gift that is not in the ledger, and an entry of one that was never granted', async () => {
  await using server = await startTestServer()
  const [ann, bob] = [await register(server, 'ann@example.com'), await server.newUser()]
  const rulesOf = async () => {
    const { faults } = await proveLedger(server.deps, listNoGrants)
    return faults.map(({ rule, userId, expected, found }) => ({ rule, userId, expected, found }))
  }
  const rule = 'a welcome is granted once'

  await server.sql`
    insert into welcome_grants (user_id, amount, created_at) values (${bob.user.id}, 200, now())`
  expect(await rulesOf()).toEqual([{ rule, userId: bob.user.id, expected: 200, found: 0 }])
  await server.sql`delete from welcome_grants`
  expect(await rulesOf()).toEqual([{ rule, userId: ann.user.id, expected: 0, found: 200 }])
})
