import { listConsoleOrders } from '#contract/console/orders/orders.ts'
import { ORDER_STATE_LABELS } from '#contract/recharge/order-states.ts'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { plainDigits, plainNumber } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { majorUnits } from '../../lib/money-text.ts'
import { CLOSED_ACCOUNT_LABEL } from '../../operator/users/find-user.ts'
import { DISPUTE_LABELS } from '../../recharge/orders/order-labels.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import { toOrderFilter } from './list-orders.ts'
import { countOrders, listOrders, type OrderOfPage } from './orders.store.ts'

export const ordersFile = exportedList({
  title: '订单',
  input: () => filterFields(listConsoleOrders.input),
  personal: ['user'],
  toFilter: toOrderFilter,
  subject: ({ userId }) => userId,
  count: countOrders,
  page: (tx, filter, { after, limit }: PagePart<OrderOfPage>) =>
    listOrders(tx, filter, { before: after?.place ?? null, limit }),
  columns: [
    { title: '订单号', of: ({ orderNo }) => plainDigits(orderNo) },
    { title: '状态', of: ({ state }) => ORDER_STATE_LABELS[state] },
    { title: '争议', of: ({ dispute }) => dispute && DISPUTE_LABELS[dispute]! },
    { title: '关闭后到账', of: ({ isLate }) => (isLate ? '是' : null) },
    { title: '用户', of: ({ email }) => email ?? CLOSED_ACCOUNT_LABEL },
    { title: '昵称', of: ({ nickname }) => nickname },
    { title: '套餐', of: ({ planName }) => planName },
    { title: '数量', of: ({ num }) => num },
    { title: '币种', of: ({ currency }) => currency.toUpperCase() },
    { title: '金额', of: ({ amount, currency }) => plainNumber(majorUnits(amount, currency)) },
    {
      title: '已退',
      of: ({ refundedAmount, currency }) => plainNumber(majorUnits(refundedAmount, currency)),
    },
    { title: '积分', of: ({ credit }) => credit },
    {
      title: '付款方式',
      of: ({ paymentMethod }) => paymentMethod && paymentMethodText(paymentMethod),
    },
    { title: '来源', of: ({ source }) => source },
    { title: '下单时间', of: ({ createdAt }, { timeZone }) => timeText(createdAt, timeZone) },
    {
      title: '付款时间',
      of: ({ paidAt }, { timeZone }) => paidAt && timeText(paidAt, timeZone),
    },
    { title: '用户编号', of: ({ userId }) => userId },
  ],
})
