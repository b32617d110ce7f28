import type { ChartDay, MoneyFigures, MoneySum } from '#contract/console/figures/figures.ts'
import type { Query } from '../../db/sql.ts'
import { countAttempts, countReasons } from './attempts.store.ts'
import { countSources, sumOf } from './count-sources.ts'
import {
  countFirstBuyers,
  sumPaid,
  sumPaidDays,
  sumReversalDays,
  sumReversals,
} from './payments.store.ts'
import { CHART_DAYS, chartDays, type Period, periodsAt, weeksUpTo } from './periods.ts'
import { countNewUsers } from './sources.store.ts'
import { reasonText } from '../../recharge/orders/order-labels.ts'

const WEEK = 7
const REASONS_SHOWN = 8

interface Shop {
  timeZone: string
  /** Of the plans: it comes first. */
  currency: string
}

/** Counts the figures of money and people. */
export async function countMoney(
  sql: Query,
  now: Date,
  { timeZone, currency }: Shop,
): Promise<Omit<MoneyFigures, 'takenAt'>> {
  const periods = periodsAt(now, timeZone)
  const { today, before, week, weekBefore } = periods
  const { sources } = await countSources(sql, { now, days: WEEK, timeZone, currency })
  const methods = await countAttempts(sql, week)
  const reasons = await countReasons(sql, week)
  return {
    today: { day: today.day, ...(await countDay(sql, today, currency)) },
    before: { day: before.day, ...(await countDay(sql, before, currency)) },
    week: {
      ...periods.weekDays,
      attempts: total(methods),
      attemptsBefore: total(await countAttempts(sql, weekBefore)),
      methods,
      reasons: reasons
        .slice(0, REASONS_SHOWN)
        .map(({ code, count }) => ({ code, label: declineLabel(code), count })),
      reversals: await countReversals(sql, week, currency),
      sources,
    },
    days: await countDays(sql, now, { timeZone, currency }),
  }
}

async function countDay(sql: Query, period: Period, currency: string) {
  const money: MoneySum[] = []
  sumOf(money, currency)
  for (const paid of await sumPaid(sql, period)) {
    const sum = sumOf(money, paid.currency)
    sum.orders = paid.orders
    sum.received = paid.amount
  }
  for (const reversed of await sumReversals(sql, period))
    sumOf(money, reversed.currency).reversed += reversed.amount
  return {
    money,
    newUsers: await countNewUsers(sql, period),
    firstBuyers: await countFirstBuyers(sql, period),
  }
}

function total(attempts: readonly { succeeded: number; failed: number }[]) {
  let succeeded = 0
  let failed = 0
  for (const each of attempts) {
    succeeded += each.succeeded
    failed += each.failed
  }
  return { succeeded, failed }
}

type Reversals = MoneyFigures['week']['reversals']

async function countReversals(sql: Query, week: Period, currency: string): Promise<Reversals> {
  const rows: Reversals = []
  const rowOf = (wanted: string) => {
    const known = rows.find((row) => row.currency === wanted)
    if (known) return known
    const row = { currency: wanted, received: 0, refunds: 0, refunded: 0, disputes: 0, disputed: 0 }
    rows.push(row)
    return row
  }
  rowOf(currency)
  for (const paid of await sumPaid(sql, week)) rowOf(paid.currency).received = paid.amount
  for (const { kind, count, amount, ...reversed } of await sumReversals(sql, week)) {
    const row = rowOf(reversed.currency)
    if (kind === 'refund') Object.assign(row, { refunds: count, refunded: amount })
    else Object.assign(row, { disputes: count, disputed: amount })
  }
  return rows
}

async function countDays(sql: Query, now: Date, { timeZone, currency }: Shop): Promise<ChartDay[]> {
  const paid: Awaited<ReturnType<typeof sumPaidDays>> = []
  const reversed: Awaited<ReturnType<typeof sumReversalDays>> = []
  for (const week of weeksUpTo(now, CHART_DAYS, timeZone).weeks) {
    paid.push(...(await sumPaidDays(sql, { ...week, timeZone })))
    reversed.push(...(await sumReversalDays(sql, { ...week, timeZone })))
  }
  const others = new Set([...paid, ...reversed].map((row) => row.currency))
  others.delete(currency)
  const days = chartDays(now, timeZone)
  return [currency, ...[...others].toSorted()].flatMap((each) =>
    days.map((day) => {
      const isThis = (row: { day: string; currency: string }) =>
        row.day === day && row.currency === each
      const sum = paid.find(isThis)
      return {
        ...{ day, currency: each, orders: sum?.orders ?? 0, received: sum?.amount ?? 0 },
        reversed: reversed.find(isThis)?.amount ?? 0,
      }
    }),
  )
}

/** Why attempts to pay fail, in a few words for colleagues; buyers read whole sentences. */
const LABELS: Readonly<Record<string, string>> = {
  generic_decline: '发卡行拒绝，未说明原因',
  card_declined: '发卡行拒绝，未说明原因',
  do_not_honor: '发卡行拒绝，未说明原因',
  insufficient_funds: '余额不足',
  withdrawal_count_limit_exceeded: '超出消费额度',
  card_velocity_exceeded: '短时间内付款过多',
  expired_card: '卡已过期',
  incorrect_number: '卡号不对',
  invalid_number: '卡号不对',
  incorrect_cvc: '安全码不对',
  invalid_cvc: '安全码不对',
  lost_card: '卡已挂失',
  stolen_card: '卡被盗',
  fraudulent: '疑似盗刷',
  card_not_supported: '卡不支持此类付款',
  currency_not_supported: '卡不支持该币种',
  authentication_required: '没有完成验证',
  authentication_not_handled: '没有完成验证',
  payment_intent_authentication_failure: '没有通过验证',
  payment_intent_payment_attempt_expired: '验证超时',
  payment_intent_payment_attempt_failed: '付款未成功',
  issuer_not_available: '联系不上发卡行',
  processing_error: '处理出错',
  payment_method_customer_decline: '钱包里取消',
  payment_method_provider_decline: '钱包拒绝',
  payment_method_provider_timeout: '钱包超时',
}

function declineLabel(code: string): string {
  return LABELS[code] ?? reasonText(code)
}
