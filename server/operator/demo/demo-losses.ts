import { uuidv7 } from '../../db/ids.ts'
import type { Deps } from '../../deps.ts'
import { composeOrderMail } from '../../recharge/orders/mail-buyer.ts'
import type { OrderRow } from '../../recharge/orders/order.ts'
import { receiptOf } from '../../recharge/payments/receipt-mail.ts'
import { forgetIntent, insertDeadMail } from './demo.store.ts'
import { demoPerson } from './demo-people.ts'

/** The provider takes the money, and the order loses its intent, as in a shop that returned to an older backup. */
export async function losePayment(
  { payments, sql, config }: Pick<Deps, 'payments' | 'sql' | 'config'>,
  { id, paymentIntentId }: OrderRow,
  card: string,
): Promise<void> {
  await payments.confirmIntent(paymentIntentId!, {
    paymentMethodId: card,
    methodType: 'card',
    returnUrl: `${config.publicUrl}/account/stripe-callback?order=${id}`,
    idempotencyKey: `confirm:${id}:1`,
  })
  await forgetIntent(sql, id)
}

/** The receipt of a paid order that no mail server has taken. */
export async function giveUpReceipt(
  deps: Pick<Deps, 'sql' | 'config' | 'content' | 'now'>,
  user: number,
  order: OrderRow,
): Promise<void> {
  const paidAt = order.paidAt!
  const { key, ...words } = receiptOf(deps, order, { at: paidAt, isLate: false })
  const mail = {
    to: demoPerson(user).email,
    userId: order.userId,
    ...composeOrderMail(deps, order, words),
  }
  await insertDeadMail(deps.sql, {
    id: uuidv7(paidAt.getTime()),
    key,
    payload: { ...mail, goodUntil: null },
    createdAt: paidAt,
    finishedAt: deps.now(),
  })
}
