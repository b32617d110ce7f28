import type { ReactNode } from 'react'
import type { MoneyFigures } from '#contract/console/figures/figures.ts'
import { formatCredit, formatMoney } from '#web/lib/format/money.ts'
import { Link } from '#web/lib/router/link.tsx'
import { weekdayOf } from '../chart/chart-scale.ts'
import { consoleHref } from '../lib/console-href.ts'
import { changeText, differenceText, netOf, othersText, percentText } from './money-text.ts'

/** Today against the same weekday one week before, and seven days; each figure leads to its rows. */
export function KeyFigures({ money: { today, before, week } }: { money: MoneyFigures }) {
  const then = `上${weekdayOf(before.day)}同时`
  const day = { from: today.day, to: today.day }
  const days = { from: week.from, to: week.to }
  const sum = today.money[0]!
  const net = netOf(sum)
  const netBefore = before.money.find(({ currency }) => currency === sum.currency)
  const orders = ordersOf(today.money)
  const ordersBefore = ordersOf(before.money)
  const others = othersText(today.money)
  const paid = consoleHref('/orders', { by: 'paid', ...day })
  return (
    <nav className="figures" aria-label="关键数字">
      <Figure
        to={paid}
        name="今日净收"
        value={formatMoney(net, sum.currency)}
        than={changeText(net, netBefore ? netOf(netBefore) : 0)}
        note={`${then} ${formatMoney(netBefore ? netOf(netBefore) : 0, sum.currency)}`}
      >
        {others !== '' && <span>{others}</span>}
      </Figure>
      <Figure
        to={paid}
        name="今日已付订单"
        value={formatCredit(orders)}
        unit="单"
        than={differenceText(orders, ordersBefore)}
        note={`${then} ${formatCredit(ordersBefore)}`}
      />
      <SuccessFigure week={week} to={consoleHref('/orders', { by: 'failed', ...days })} />
      <ReversalFigure week={week} to={consoleHref('/orders', { by: 'reversed', ...days })} />
      <Figure
        to={consoleHref('/users', day)}
        name="今日新用户"
        value={formatCredit(today.newUsers)}
        than={differenceText(today.newUsers, before.newUsers)}
        note={`${then} ${formatCredit(before.newUsers)}`}
      />
      <Figure
        to={consoleHref('/orders', { by: 'paid', first: '1', ...day })}
        name="今日首次购买"
        value={formatCredit(today.firstBuyers)}
        unit="人"
        than={differenceText(today.firstBuyers, before.firstBuyers)}
        note={`${then} ${formatCredit(before.firstBuyers)}`}
      />
    </nav>
  )
}

interface FigureProps {
  to: string
  name: string
  value: string
  unit?: string
  than: { text: string; kind: 'good' | 'bad' | undefined }
  note: string
  children?: ReactNode
}

function Figure({ to, name, value, unit, than, note, children }: FigureProps) {
  return (
    <Link to={to}>
      <span className="name">{name}</span>
      <strong>
        {value}
        {unit !== undefined && <small> {unit}</small>}
      </strong>
      <span className="than">
        <b data-kind={than.kind}>{than.text}</b> {note}
        {children}
      </span>
    </Link>
  )
}

type Week = MoneyFigures['week']

function SuccessFigure({ week: { attempts, attemptsBefore }, to }: { week: Week; to: string }) {
  const rateOf = ({ succeeded, failed }: Week['attempts']) =>
    succeeded + failed === 0 ? null : (succeeded / (succeeded + failed)) * 100
  const [rate, before] = [rateOf(attempts), rateOf(attemptsBefore)]
  const points = rate === null || before === null ? null : Number((rate - before).toFixed(1))
  return (
    <Figure
      to={to}
      name="支付成功率，7 天"
      value={rate === null ? '–' : `${rate.toFixed(1)}%`}
      than={
        points === null
          ? { text: rate === null ? '还没有付款' : `${attempts.failed} 次失败`, kind: undefined }
          : points === 0
            ? { text: '持平', kind: undefined }
            : {
                text: `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} 点`,
                kind: points > 0 ? 'good' : 'bad',
              }
      }
      note={`前 7 天 ${before === null ? '没有付款' : `${before.toFixed(1)}%`}`}
    />
  )
}

function ReversalFigure({ week: { reversals }, to }: { week: Week; to: string }) {
  const { currency, refunds, refunded, disputes, disputed, received } = reversals[0]!
  const others = reversals.slice(1).filter((row) => row.refunds > 0 || row.disputes > 0)
  return (
    <Figure
      to={to}
      name="退款与争议，7 天"
      value={formatMoney(refunded + disputed, currency)}
      than={{ text: `${refunds} 笔退款，${disputes} 笔争议`, kind: undefined }}
      note={`占实收 ${percentText(refunded + disputed, received)}`}
    >
      {others.length > 0 && (
        <span>
          另有{' '}
          {others.map((row) => formatMoney(row.refunded + row.disputed, row.currency)).join('、')}
        </span>
      )}
    </Figure>
  )
}

function ordersOf(money: MoneyFigures['today']['money']): number {
  return money.reduce((all, { orders }) => all + orders, 0)
}
