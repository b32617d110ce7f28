import { searchAlerts } from '../alerts/alerts.store.ts'
import { withSnapshot } from '../db/reads.ts'
import { dayText } from '../lib/local-time.ts'
import { diffProviderWithin } from '../recharge/checks/diff-provider.ts'
import { listDeeds } from './audit/actions.store.ts'
import { readBooksOfDay, spanOfDay } from './books/day.ts'
import { defineCommand, jsonResult } from './command.ts'
import { EXIT } from './exit.ts'
import { dayParameter, moment } from './moments.ts'
import { fetchIntent } from './orders/fetch-intent.ts'
import { orderArgument, requireOrder } from './orders/find-order.ts'
import { readOwner } from './orders/order-history.store.ts'
import { readTimeline } from './orders/timeline.ts'
import { flag } from './parameters.ts'
import { requireUser, userArgument } from './users/find-user.ts'
import { listMovements } from './users/movements.store.ts'

/** What scripts read, as JSON, through the functions that the console's pages read; people have the console. */

const MOST_ROWS = 100
const MOST_ALERTS = 1_000
const DAY_MS = 24 * 60 * 60 * 1000

export const showOrderCommand = defineCommand({
  name: 'orders show',
  summary: '一笔订单的 JSON：内容、买家、支付平台的记录、全部经过',
  notes: ['只查看，不改动；要按支付平台的记录更新订单，请用 orders check。'],
  arguments: { order: orderArgument },
  options: {},
  async run(operator, { order: orderRef }) {
    const { sql } = operator
    const { clientSecret: _, ...order } = await requireOrder(operator, orderRef)
    const [owner, timeline, provider] = await Promise.all([
      readOwner(sql, order.id),
      readTimeline(sql, order),
      fetchIntent(() => operator.deps(), order),
    ])
    return jsonResult({ order, owner, provider, timeline })
  },
})

export const showUserCommand = defineCommand({
  name: 'users show',
  summary: `一个用户的 JSON：余额、登录、最近 ${MOST_ROWS} 笔积分流水和操作记录`,
  arguments: { user: userArgument },
  options: {},
  async run(operator, { user: userRef }) {
    const { sql } = operator
    const user = await requireUser(operator, userRef)
    const [movements, actions] = await Promise.all([
      listMovements(sql, user.id, { before: null, limit: MOST_ROWS }),
      listDeeds(sql, { subject: user.id, limit: MOST_ROWS }),
    ])
    return jsonResult({ user, movements, actions })
  },
})

export const showDayCommand = defineCommand({
  name: 'books day',
  summary: '日结的 JSON：一天的收款、退款与争议，按币种合计，并与账本核对',
  notes: [
    '一天按商店的时区从 0 点到 24 点；退款与争议记在入账的那一天，退款未成功或争议胜诉而退回的记在退回的那一天。',
    '加 --compare 再与支付平台逐笔比较；每一笔的 CSV 在控制台的“日结”里导出。',
    '与账本或支付平台不符时退出码为 3。',
  ],
  arguments: {},
  options: {
    day: dayParameter('哪一天，例如 2026-11-23，默认今天'),
    compare: flag('与支付平台比较这一天开始的付款'),
  },
  async run(operator, { day: given, compare }) {
    const { sql, content, now } = operator
    const { timeZone } = content.site
    const day = given ?? dayText(now(), timeZone)
    const span = spanOfDay(day, { now: now(), timeZone })
    const books = await withSnapshot(sql, (tx) => readBooksOfDay(tx, day, span))
    const diff = compare ? await diffProviderWithin(await operator.deps(), span) : null
    const isWrong = books.credit.differing > 0 || (diff?.differences.length ?? 0) > 0
    return { ...jsonResult({ ...books, diff }), ...(isWrong && { exitCode: EXIT.faults }) }
  },
})

export const listAlertsCommand = defineCommand({
  name: 'alerts',
  summary: `需要人处理的事的 JSON，最近 ${MOST_ALERTS} 件：待核实的订单、对不上的款项、连续失败的定时任务`,
  arguments: {},
  options: { since: moment('时间', '只看此后发生的，例如 24h、2026-08-01；默认 30d', 'before') },
  async run({ sql, content, now }, { since }) {
    const from =
      since?.({ now: now(), timeZone: content.site.timeZone }) ??
      new Date(now().getTime() - 30 * DAY_MS)
    return jsonResult(await searchAlerts(sql, { since: from, limit: MOST_ALERTS }))
  },
})
