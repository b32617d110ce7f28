import { eraseClosedAccounts } from '../../account/closing/close-account.ts'
import { endClosedAccount } from '../../process/start/end-closed-account.ts'
import type { Query } from '../../db/sql.ts'
import { seedPlans } from '../../recharge/plans/plans.store.ts'
import { startTestServer, type TestServer, type TestUser } from '../harness.ts'
import { SMALL, startShop } from '../shop.ts'
import { startTestConsole } from './console.ts'

/** A shop where customers buy, its console, and a viewer, who may look and do nothing else. */
export async function startConsoleShop() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startShop())
  const staff = stack.use(await startTestConsole(shop.deps))
  const viewer = await staff.newOperator('viewer')
  return { shop, staff, viewer, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** A shop that sells nothing, its console and a viewer: for lists whose rows are written into the tables. */
export async function startConsoleServer() {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startTestServer())
  await seedPlans(shop.sql, [SMALL])
  const staff = stack.use(await startTestConsole(shop.deps))
  const viewer = await staff.newOperator('viewer')
  return { shop, staff, viewer, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Closes the account as at the end of its grace period. */
export async function closeForGood(
  { deps, sql }: Pick<TestServer, 'deps' | 'sql'>,
  { user }: TestUser,
): Promise<void> {
  await sql`update users set closing_at = ${deps.now()} where id = ${user.id}`
  await eraseClosedAccounts(deps, endClosedAccount, new AbortController().signal)
}

/** Expired orders of a time, without the work of placing each; returns their ids, oldest first. */
export async function insertOrders(
  sql: Query,
  userId: string,
  { count, at = Date.now() }: { count: number; at?: number },
): Promise<string[]> {
  const rows = await sql<{ id: string }>`
    insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency,
      credit, bonus_credit, created_at, expires_at)
    select uuidv7(${at - Date.now()} * interval '1 ms' + n * interval '1 us'), ${userId}, gen_random_uuid()::text,
      'expired', ${SMALL.id}, 1, jsonb_build_object('id', ${SMALL.id}::text, 'name', ${SMALL.name}::text), 1, 1990,
      'cny', 2000, 0, now(), now()
    from generate_series(1, ${count}) n
    returning id`
  return rows.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1))
}
