import { withSnapshot } from '../../db/reads.ts'
import { type Payments, pagesOf } from '../../gateways/payments/payments.ts'
import { dayText } from '../../lib/local-time.ts'
import { moneyText } from '../../lib/money-text.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { requiredDay } from '../moments.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { findClosedDay, type Settled, storeClosedDay } from './closed-days.store.ts'
import { readBooksOfDay, spanOfDay } from './day.ts'
import type { Span } from './day.store.ts'

/** Less than a browser waits. */
const BUDGET_MS = 12_000

export const closeDayCommand = defineCommand({
  name: 'books close',
  summary: '关账：记下一天的合计、支付平台的手续费和到账净额',
  console: { title: '关账', permission: 'invoice' },
  notes: [
    '一天关一次，不能撤销；之后补记到这一天的款项会在日结里标为“关账后有变动”。',
    '手续费和到账净额取自支付平台，按结算货币合计，不含提现。',
  ],
  arguments: {},
  options: { day: requiredDay('哪一天，例如 2026-11-23，须已结束') },
  async run(operator, { day }) {
    const { sql, content, now } = operator
    const { timeZone } = content.site
    const span = spanOfDay(day, { now: now(), timeZone })
    if (day === dayText(now(), timeZone))
      throw new Refusal('这一天还没有结束，请明天再关账', { code: 'DAY_OPEN' })
    if ((await findClosedDay(sql, day)) !== null) throw isClosed(day)
    const { sums } = await withSnapshot(sql, (tx) => readBooksOfDay(tx, day, span))
    const { payments } = await operator.deps()
    const settled = await sumSettled(payments.within(BUDGET_MS), span)
    const facts: [string, string | null][] = [
      ['日期', day],
      ...sums.map(({ currency, net }): [string, string] => ['净额', moneyText(net, currency)]),
      ...settled.flatMap(({ currency, fees, net }): [string, string][] => [
        ['支付平台手续费', moneyText(fees, currency)],
        ['支付平台到账净额', moneyText(net, currency)],
      ]),
    ]
    await performAction(operator, {
      subject: day,
      preview: { facts, sentences: ['将记下这一天的各项合计，之后的变动会单独标出'] },
      async work() {
        const closed = { sums, settled, closedAt: now(), closedBy: operator.call.actor.operator }
        if (!(await storeClosedDay(sql, day, closed))) throw isClosed(day)
      },
      toAuditResult: () => ({ settled }),
    })
    return {
      isFinal: true,
      data: { day, sums, settled },
      ...reported({ facts, sentences: ['已关账'] }),
    }
  },
})

function isClosed(day: string): Refusal {
  return new Refusal(`${day} 已经关账`, { code: 'DAY_CLOSED' })
}

/** What the provider took and left of the day's payments, refunds and disputes, by currency. */
async function sumSettled(payments: Payments, { from, until }: Span): Promise<Settled[]> {
  const sums = new Map<string, Settled>()
  // the provider counts whole seconds, the last one included
  const listing = { createdFrom: from, createdUntil: new Date(until.getTime() - 1) }
  for await (const entries of pagesOf((asked) => payments.listBalance(asked), listing)) {
    for (const { currency, fee, net } of entries) {
      const sum = sums.get(currency) ?? { currency, fees: 0, net: 0 }
      sums.set(currency, { currency, fees: sum.fees + fee, net: sum.net + net })
    }
  }
  return [...sums.values()].toSorted((a, b) => a.currency.localeCompare(b.currency))
}
