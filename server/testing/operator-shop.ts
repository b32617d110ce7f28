import { seedPlans } from '../recharge/plans/plans.store.ts'
import { startTestServer } from './harness.ts'
import { operatorOf } from './operator.ts'
import { type Shop, SMALL, startShop } from './shop.ts'

type Operator = Awaited<ReturnType<typeof operatorOf>>

/** A shop where customers buy, and its operator. */
export async function startOperatorShop(): Promise<
  { shop: Shop; operator: Operator } & AsyncDisposable
> {
  const stack = new AsyncDisposableStack()
  const shop = stack.use(await startShop())
  const operator = stack.use(await operatorOf(shop))
  return { shop, operator, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** A server with one plan and no payment provider, and its operator. */
export async function startOperatorServer() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  await seedPlans(server.sql, [SMALL])
  const operator = stack.use(await operatorOf(server))
  return { server, operator, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
