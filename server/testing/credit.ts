import { adjustCredit, type Adjustment } from '../credit/adjust-credit.ts'
import { prepareWelcome } from '../credit/welcome/welcome-credit.ts'
import type { ListDueGrants } from '../credit/proof/prove-accounts.ts'
import type { Query } from '../db/sql.ts'
import { uuidv7 } from '../db/ids.ts'
import type { TestServer, TestUser } from './harness.ts'

/** For ledgers without orders. */
// oxlint-disable-next-line require-yield -- there are none
export const listNoGrants: ListDueGrants = async function* () {}

/** The operator gives or takes credit. */
export function adjust(
  { deps }: Pick<TestServer, 'deps'>,
  { user }: TestUser,
  adjustment: Partial<Adjustment> & { delta: number },
) {
  return adjustCredit(deps, { userId: user.id, reason: '补偿', key: uuidv7(), ...adjustment })
}

/** Gives the user what a registration with this address would; by default the user's own. */
export async function welcome(
  { deps, sql }: Pick<TestServer, 'deps' | 'sql'>,
  { user }: TestUser,
  { email = user.email, ip = '203.0.113.7' } = {},
): Promise<void> {
  const grant = await prepareWelcome(deps, { email, ip })
  await sql.begin((tx) => grant!(tx, { userId: user.id, at: deps.now() }))
}

/** All lots, or those of one user, in the order of their creation, debt last: its id is random. */
export function readLots(sql: Query, { user }: { user: { id: string } | null } = { user: null }) {
  return sql<{ kind: string; granted: number; remaining: number; expiresAt: Date | null }>`
    select kind, granted, remaining, expires_at as "expiresAt" from credit_lots
    where ${user?.id ?? null}::uuid is null or user_id = ${user?.id ?? null}
    order by kind = 'debt', id`
}
