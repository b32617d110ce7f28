import { expect } from 'vitest'
import { listNoGrants, adjust } from './credit.ts'
import { newApplication, spendRequest } from './applications.ts'
import { startTestServer, type TestServer, type TestUser } from './harness.ts'
import { proveLedger } from '../credit/prove-ledger.ts'
import { readCredit } from '../credit/read-credit.ts'

/** A customer with credit, and an application that spends it. */
export async function openAccount({
  credit = 500,
  isFirstParty = true,
  expiresAt = null as Date | null,
} = {}) {
  const server = await startTestServer()
  const ann = await server.newUser()
  const application = await newApplication(server, { isFirstParty })
  if (credit > 0) await adjust(server, ann, { delta: credit, expiresAt })
  const ask = (options?: Parameters<typeof spendRequest>[2]) =>
    spendRequest(application, ann, options)
  return {
    server,
    deps: server.deps,
    ann,
    application,
    ask,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export async function expectProven({ deps }: TestServer): Promise<void> {
  expect(await proveLedger(deps, listNoGrants)).toMatchObject({ isProven: true, faults: [] })
}

export function balancesOf({ sql }: TestServer, { user }: TestUser) {
  return readCredit(sql, user.id)
}
