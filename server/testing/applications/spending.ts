import { expect } from 'vitest'
import { listNoGrants, adjust } from '../credit.ts'
import { newApplication, spendRequest } from './applications.ts'
import { startTestServer, type TestServer, type TestUser } from '../harness.ts'
import { oncePerFile } from '../once-per-file.ts'
import { proveLedger } from '../../credit/proof/prove-ledger.ts'
import type { BookedCharge, Hold } from '../../credit/spending/holds-and-charges.store.ts'
import { captureHold, chargeCredit, holdCredit } from '../../credit/spending/spend-credit.ts'
import { readCredit } from '../../credit/read-credit.ts'

interface AccountOptions {
  credit?: number
  isFirstParty?: boolean
  /** How long the credit lasts; null: for ever. */
  lastsMs?: number | null
}

/** One server for all tests of a file: each call brings another customer with credit and an application. */
export function accountsPerFile() {
  const serverOf = oncePerFile(() => startTestServer())
  return async (options: AccountOptions = {}) => openAccount(await serverOf(), options)
}

/** A customer with credit, and an application that spends it. */
export async function openAccount(
  server: TestServer,
  { credit = 500, isFirstParty = true, lastsMs = null }: AccountOptions = {},
) {
  const ann = await server.newUser()
  const application = await newApplication(server, { isFirstParty })
  const expiresAt = lastsMs === null ? null : new Date(server.deps.now().getTime() + lastsMs)
  if (credit > 0) await adjust(server, ann, { delta: credit, expiresAt })
  const newRequest = (options?: Parameters<typeof spendRequest>[2]) =>
    spendRequest(application, ann, options)
  return { server, deps: server.deps, ann, application, newRequest }
}

type Spender = Awaited<ReturnType<typeof newApplication>>
const reason = '翻译文档'

/** A hold that stays open. */
export async function openHold(
  server: Pick<TestServer, 'deps' | 'sql'>,
  user: TestUser,
  amount: number,
  application?: Spender,
): Promise<Hold> {
  const by = application ?? (await newApplication(server))
  const { hold } = await holdCredit(server.deps, spendRequest(by, user), { amount, reason })
  return hold
}

/** A charge of all that is available and `owed` more, so that the user is in debt. Needs available credit. */
export async function fallIntoDebt(
  server: Pick<TestServer, 'deps' | 'sql'>,
  user: TestUser,
  owed: number,
): Promise<BookedCharge> {
  const application = await newApplication(server)
  const { available } = await readCredit(server.sql, user.user.id)
  const hold = await openHold(server, user, 1, application)
  const { charge } = await captureHold(server.deps, spendRequest(application, user), {
    ...{ holdId: hold.id, amount: available + owed, usage: null, reason },
  })
  return charge!
}

/** A charge of 20 with its usage, and a hold of 30 that stays open. */
export async function spend(
  server: Pick<TestServer, 'deps' | 'sql'>,
  user: TestUser,
  application: Spender,
): Promise<void> {
  const terms = { amount: 20, reason, usage: { pages: 2 } }
  await chargeCredit(server.deps, spendRequest(application, user), terms)
  await openHold(server, user, 30, application)
}

export async function expectProven({ deps }: TestServer): Promise<void> {
  expect(await proveLedger(deps, listNoGrants)).toMatchObject({ isProven: true, faults: [] })
}

export function balancesOf({ sql }: TestServer, { user }: TestUser) {
  return readCredit(sql, user.id)
}
