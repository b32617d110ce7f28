import { MAIL_STATE_LABELS } from '#contract/console/mail-states.ts'
import type { SearchHit } from '#contract/console/search.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { INVOICE_STATE_LABELS } from '#contract/invoices/invoice-fields.ts'
import type { ListedInvoice } from '../../operator/invoices/invoices-search.store.ts'
import { countText, moneyText } from '../../lib/money-text.ts'
import { CLOSED_ACCOUNT_LABEL } from '../../operator/users/find-user.ts'
import type { FoundUser } from '../../operator/users/users-search.store.ts'
import type { ApplicationRow } from '../../operator/applications/applications.store.ts'
import type { ListedEvent } from '../events/events.store.ts'
import type { ListedMail } from '../mails/mails.store.ts'
import type { ListedOrder } from '../orders/orders.store.ts'

/** What the search shows of each kind, and the page that it leads to. */

export function toOrderHit(order: ListedOrder): SearchHit {
  const { id, orderNo, state, planName, num, amount, currency, email } = order
  return {
    kind: 'order',
    id,
    title: orderNo,
    detail: [
      `${planName} × ${num}`,
      moneyText(amount, currency),
      ORDER_STATE_LABELS[state],
      email ?? CLOSED_ACCOUNT_LABEL,
    ].join('，'),
    address: `/orders/order?order=${encodeURIComponent(orderNo)}`,
  }
}

export function toInvoiceHit({
  id,
  number,
  name,
  state,
  amount,
  currency,
}: ListedInvoice): SearchHit {
  return {
    kind: 'invoice',
    id,
    title: `发票 ${number ?? name}`,
    detail: [name, moneyText(amount, currency), INVOICE_STATE_LABELS[state]].join('，'),
    address: `/invoices/invoice?invoice=${id}`,
  }
}

export function toUserHit({
  id,
  email,
  nickname,
}: Pick<FoundUser, 'id' | 'email' | 'nickname'>): SearchHit {
  return {
    kind: 'user',
    id,
    title: email ?? CLOSED_ACCOUNT_LABEL,
    detail: nickname,
    address: `/users/user?user=${id}`,
  }
}

/** Lists of what belongs to a user. */
export function toUserListHits({
  id,
  email,
  orders,
  balance,
}: Pick<FoundUser, 'id' | 'email' | 'orders' | 'balance'>): SearchHit[] {
  const user = encodeURIComponent(email ?? id)
  const whose = email ?? CLOSED_ACCOUNT_LABEL
  const lists: SearchHit[] = [
    {
      kind: 'orders',
      id,
      title: `订单：${whose}`,
      detail: `${orders} 笔`,
      address: `/orders?user=${user}`,
    },
    {
      kind: 'ledger',
      id,
      title: `积分流水：${whose}`,
      detail: `余额 ${countText(balance)}`,
      address: `/credit/ledger?user=${user}`,
    },
  ]
  if (email === null) return lists
  return [
    ...lists,
    {
      kind: 'mails',
      id,
      title: `邮件：${whose}`,
      detail: '还没有送出的',
      address: `/mails?to=${user}`,
    },
  ]
}

export function toMailHit({ id, subject, state, to }: ListedMail): SearchHit {
  return {
    kind: 'mail',
    id,
    title: subject ?? '已发送的邮件',
    detail: [MAIL_STATE_LABELS[state], to].filter(Boolean).join('，'),
    address: `/mails?id=${id}`,
  }
}

export function toEventHit({ id, type, orderNo }: ListedEvent): SearchHit {
  return {
    kind: 'event',
    id,
    title: type,
    detail: orderNo === null ? id : `${id}，订单 ${orderNo}`,
    address: `/events?id=${encodeURIComponent(id)}`,
  }
}

export function toChargeHit(chargeId: string): SearchHit {
  return {
    kind: 'charge',
    id: chargeId,
    title: '积分扣费',
    detail: chargeId,
    address: `/credit/ledger?charge=${chargeId}`,
  }
}

export function toApplicationHit({
  id,
  name,
  disabledAt,
}: Pick<ApplicationRow, 'id' | 'name' | 'disabledAt'>): SearchHit {
  return {
    kind: 'application',
    id,
    title: name,
    detail: disabledAt === null ? '应用' : '应用，已停用',
    address: `/applications/application?id=${id}`,
  }
}
