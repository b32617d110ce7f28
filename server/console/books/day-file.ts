import * as z from 'zod/mini'
import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { type CsvColumn, plainDigits, plainNumber } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { majorUnits } from '../../lib/money-text.ts'
import { MONEY_LABELS, spanOfDay } from '../../operator/books/day.ts'
import {
  countMoneyMovements,
  listMoneyMovements,
  type MoneyMovement,
} from '../../operator/books/day.store.ts'
import { CLOSED_ACCOUNT_LABEL } from '../../operator/users/find-user.ts'
import { reversalReasonText } from '../../recharge/orders/order-labels.ts'
import { exportedList } from '../exports/exported-list.ts'

/** The file of a day: a line for each movement of money. */
const DAY_COLUMNS: readonly CsvColumn<MoneyMovement>[] = [
  { title: '时间', of: ({ at }, { timeZone }) => timeText(at, timeZone) },
  { title: '类型', of: ({ kind }) => MONEY_LABELS[kind] },
  { title: '币种', of: ({ currency }) => currency.toUpperCase() },
  { title: '金额', of: ({ amount, currency }) => plainNumber(majorUnits(amount, currency)) },
  { title: '订单号', of: ({ orderNo }) => plainDigits(orderNo) },
  { title: '用户', of: ({ email }) => email ?? CLOSED_ACCOUNT_LABEL },
  { title: '套餐', of: ({ planName }) => planName },
  { title: '数量', of: ({ num }) => num },
  { title: '到账积分', of: ({ credit }) => credit },
  {
    title: '付款方式',
    of: ({ paymentMethod }) => paymentMethod && paymentMethodText(paymentMethod),
  },
  { title: '原因', of: ({ reason }) => reason && reversalReasonText(reason) },
  { title: '支付意图', of: ({ intentId }) => intentId },
  { title: '退款或争议编号', of: ({ providerId }) => providerId },
]

export const dayFile = exportedList({
  title: '日结',
  stamp: 'day',
  input: () => z.strictObject({ day: z.iso.date() }),
  personal: [],
  toFilter: async (_, { day }, { now, content }) =>
    spanOfDay(day, { now: now(), timeZone: content.site.timeZone }),
  count: countMoneyMovements,
  page: listMoneyMovements,
  columns: DAY_COLUMNS,
})
