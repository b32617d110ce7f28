import { paymentMethodText } from '#contract/recharge/payment-method.ts'
import { type CsvColumn, plainDigits, plainNumber } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { majorUnits } from '../../lib/money-text.ts'
import { reversalReasonText } from '../../recharge/orders/order-labels.ts'
import { CLOSED_ACCOUNT_LABEL } from '../users/find-user.ts'
import { MONEY_LABELS } from './day.ts'
import type { MoneyMovement } from './day.store.ts'

/** The file of a day: a line for each movement of money. */
export const DAY_COLUMNS: readonly CsvColumn<MoneyMovement>[] = [
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
