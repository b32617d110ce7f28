import type { readFigures, MoneyFigures, WaitingItem } from '#contract/console/figures/figures.ts'
import type { OutputOf } from '#contract/endpoint.ts'

type Figures = OutputOf<typeof readFigures>

const time = '2026-11-20T13:40:00.000Z'

const money = (orders: number, received: number, reversed = 0, currency = 'cny') => ({
  ...{ currency, orders, received, reversed },
})

/** 30 days, each with a little more than the one before; the last with a refund. */
function sampleDays(): MoneyFigures['days'] {
  return Array.from({ length: 30 }, (_, at) => {
    const day = new Date(Date.UTC(2026, 9, 22 + at)).toISOString().slice(0, 10)
    return { day, ...money(10 + at, 100_000 + at * 1_000, at === 29 ? 10_981 : 0) }
  })
}

export function waitingOf(details: Partial<WaitingItem> = {}): WaitingItem {
  return {
    name: 'disputes',
    urgency: 'bad',
    title: '争议要交证据',
    detail: '¥99.90 · XQ1',
    count: 1,
    isMore: false,
    since: null,
    due: null,
    href: '/orders/order?order=XQ1',
    action: '看争议',
    ...details,
  }
}

export const sampleFigures: Figures = {
  waiting: [],
  money: {
    takenAt: time,
    today: {
      day: '2026-11-20',
      money: [money(23, 142_680, 10_981), money(1, 2_400, 0, 'usd')],
      newUsers: 41,
      firstBuyers: 17,
    },
    before: { day: '2026-11-13', money: [money(19, 123_720)], newUsers: 35, firstBuyers: 17 },
    week: {
      from: '2026-11-14',
      to: '2026-11-20',
      attempts: { succeeded: 183, failed: 32 },
      attemptsBefore: { succeeded: 173, failed: 27 },
      methods: [
        { method: 'card', succeeded: 113, failed: 23 },
        { method: 'alipay', succeeded: 70, failed: 9 },
      ],
      reasons: [
        { code: 'insufficient_funds', label: '余额不足', count: 20 },
        { code: 'do_not_honor', label: '发卡行拒绝，未说明原因', count: 12 },
      ],
      reversals: [
        {
          ...{ currency: 'cny', received: 1_144_450 },
          ...{ refunds: 4, refunded: 12_175, disputes: 1, disputed: 4_990 },
        },
      ],
      sources: [
        {
          ...{ source: '(direct)', visits: 2_140, registered: 74, ordered: 55, paid: 40 },
          money: [money(40, 273_330)],
        },
        {
          ...{ source: 'zhihu', visits: 980, registered: 32, ordered: 28, paid: 20 },
          money: [money(20, 119_710, 10_000), money(1, 2_400, 0, 'usd')],
        },
        {
          ...{ source: '(other)', visits: 12, registered: 0, ordered: 0, paid: 0 },
          money: [],
        },
      ],
    },
    days: sampleDays(),
  },
  credit: {
    takenAt: time,
    owed: 1_284_560,
    within30: 96_420,
    within90: 248_130,
    within180: 312_900,
    within365: 600_000,
    later: 0,
    never: 27_110,
    welcome: 1_800,
    welcomed: 6_400,
    welcomes: 32,
    held: 3_412,
    holds: 26,
    debt: 1_138,
    debtors: 4,
  },
  health: {
    newestEventAt: time,
    mailsDue: 0,
    databaseMs: 1.2,
    lastBackupAt: null,
    lastProofAt: time,
    hasFaults: false,
  },
  isRenewing: false,
}
