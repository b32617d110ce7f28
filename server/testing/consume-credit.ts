import type { SpendRequest } from '../credit/spending/spend.store.ts'
import { reverseCharge } from '../credit/spending/reverse-charge.ts'
import { chargeCredit } from '../credit/spending/spend-credit.ts'
import type { Deps } from '../deps.ts'
import { newApplication, spendRequest } from './applications/applications.ts'

interface Consumption {
  userId: string
  amount: number
  /** What it was spent on; the user reads it. */
  reason: string
  /** The same key of the same user consumes once. */
  key: string
}

type ConsumeDeps = Pick<Deps, 'sql' | 'now' | 'content' | 'config' | 'log'>

/** The application of each database, and its charges by user and key. */
const tools = new WeakMap<Deps['sql'], { application: Spender; charges: Map<string, string> }>()
type Spender = SpendRequest['application']

/** An application of the shop's own charges the user. Throws AppError CREDIT_SHORT. */
export async function consumeCredit(deps: ConsumeDeps, { userId, key, ...terms }: Consumption) {
  const tool = tools.get(deps.sql) ?? {
    application: await newApplication(deps),
    charges: new Map<string, string>(),
  }
  tools.set(deps.sql, tool)
  const request = spendRequest(tool.application, { user: { id: userId } }, { key })
  const { charge } = await chargeCredit(deps, request, terms)
  tool.charges.set(`${userId} ${key}`, charge.id)
}

/** Gives the charge of this key back, once. */
export async function reverseConsumption(
  deps: ConsumeDeps,
  { userId, reason, key }: Omit<Consumption, 'amount'>,
) {
  const { application, charges } = tools.get(deps.sql)!
  const request = spendRequest(application, { user: { id: userId } }, { key: `${key}-reversal` })
  await reverseCharge(deps, request, { chargeId: charges.get(`${userId} ${key}`)!, reason })
}
