import { uuidv7 } from '../../db/ids.ts'
import type { Query } from '../../db/sql.ts'
import type { Deps } from '../../deps.ts'
import {
  endRequest,
  insertInvoice,
  insertInvoiceEvent,
  type InvoiceActor,
  lockInvoiceableOrders,
} from '../../invoices/invoices.store.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { markIssued } from '../invoices/issue.store.ts'
import { demoPerson } from './demo-people.ts'
import type { DemoStep } from './demo-plan.ts'

const HOUR_MS = 60 * 60 * 1000
/** The example of GB 32100-2015, which no company has. */
const COMPANY = {
  kind: 'company',
  name: '示例科技有限公司',
  taxNumber: '91350100M000100Y43',
} as const
const FINANCE: InvoiceActor = { actor: 'operator', operator: 'demo' }

/** An invoice of a demo's order, answered three hours later; nothing where no money is left. Nobody is told. */
export function makeDemoInvoice(
  { sql, now }: Pick<Deps, 'sql' | 'now'>,
  { user, end }: Extract<DemoStep, { kind: 'invoice' }>,
  { id: orderId, userId }: Pick<OrderRow, 'id' | 'userId'>,
): Promise<void> {
  const at = now()
  const id = uuidv7(at.getTime())
  const { email, nickname } = demoPerson(user)
  const person = { kind: 'person', name: nickname, taxNumber: null } as const
  return sql.begin(async (tx) => {
    const [order] = await lockInvoiceableOrders(tx, userId, [orderId])
    if (order === undefined) return
    const { amount, currency } = order
    const title = { ...(user % 2 === 0 ? COMPANY : person), email }
    await insertInvoice(tx, { id, userId, ...title, amount, currency, at }, [order])
    await noteState(tx, id, 'requested', { by: { actor: 'user' }, reason: null, at })
    const answeredAt = new Date(at.getTime() + 3 * HOUR_MS)
    if (end === 'issued') {
      const number = `26${String(at.getTime()).padStart(18, '0')}`
      await markIssued(tx, id, { number, at: answeredAt })
      await noteState(tx, id, end, { by: FINANCE, reason: null, at: answeredAt })
    }
    if (end === 'rejected') {
      const reason = '抬头与税号不一致'
      await endRequest(tx, id, { state: end, reason })
      await noteState(tx, id, end, { by: FINANCE, reason, at: answeredAt })
    }
  })
}

function noteState(
  tx: Query,
  invoiceId: string,
  state: 'requested' | 'issued' | 'rejected',
  what: { by: InvoiceActor; reason: string | null; at: Date },
): Promise<void> {
  return insertInvoiceEvent(tx, { id: uuidv7(), invoiceId, state, ...what })
}
