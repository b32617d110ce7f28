import { expect, test } from 'vitest'
import { migrate } from '../../db/migrate.ts'
import { createEmptyDatabase } from '../../testing/database/test-database.ts'

/** The last version that stored what was given back as the price at most. */
const BEFORE = 44

test('a migration stores what was given back of orders in exception, and leaves paid orders alone', async () => {
  await using database = await createEmptyDatabase()
  const { sql, url } = database
  await migrate(url, { last: BEFORE })
  await sql`
    insert into users (id, email, password_hash, nickname)
    values ('00000000-0000-0000-0000-000000000001', 'ann@example.com', 'x', 'Ann')`
  await sql`
    insert into plans (id, position, name, summary, features, amount, currency, credit)
    values ('starter', 1, '入门', '', '[]', 1990, 'cny', 2000)`
  await sql`
    insert into orders (id, user_id, order_no, state, plan_id, plan_version, plan, num, amount, currency, credit,
      bonus_credit, refunded_amount, created_at, expires_at, paid_at)
    select uuidv7(), '00000000-0000-0000-0000-000000000001', no, state, 'starter', 1, '{}', 1, 1990, 'cny', 2000, 0,
      1990, now(), now(), case when is_paid then now() end
    from (values ('exception', 'refunded', false), ('paid', 'refunded', true)) given (no, state, is_paid)`
  await sql`
    insert into refunds (id, order_id, provider_id, amount, status, actor, created_at, updated_at)
    select uuidv7(), id, 're_' || order_no, 2090, 'succeeded', 'provider', now(), now() from orders`

  await migrate(url)

  expect(
    await sql`select order_no as no, refunded_amount as refunded from orders order by order_no`,
  ).toEqual([
    { no: 'exception', refunded: 2090 },
    { no: 'paid', refunded: 1990 },
  ])
  await expect(
    sql`update orders set refunded_amount = 1991 where order_no = 'paid'`,
  ).rejects.toThrow('orders_refunded_within_price')
})
