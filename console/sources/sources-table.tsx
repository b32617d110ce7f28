import type { SourceRow } from '#contract/console/figures/figures.ts'
import { OTHER_SOURCES } from '#contract/traffic-sources.ts'
import { formatCredit, formatMoney } from '#web/lib/format/money.ts'
import { Link } from '#web/lib/router/link.tsx'
import { netOf, percentText } from '../home/money-text.ts'
import { consoleHref } from '../lib/console-href.ts'
import { sourceName } from './source-name.ts'

interface SourcesTableProps {
  caption: string
  sources: readonly SourceRow[]
  span: { from: string; to: string }
  /** Of the shop: what conversions and order of the rows are about. */
  currency: string
  /** Rows shown one by one; the others are one row. */
  most?: number
}

/** Visits, registrations, orders and money by traffic source; each number leads to its rows. */
export function SourcesTable({ caption, sources, span, currency, most }: SourcesTableProps) {
  const shown = most === undefined ? sources : sources.slice(0, most)
  const rest = sources.slice(shown.length)
  return (
    <div className="scroll-x">
      <table className="mini">
        <caption className="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">来源</th>
            <th scope="col" className="right">
              访问
            </th>
            <th scope="col" className="right wide-only">
              注册
            </th>
            <th scope="col" className="right wide-only">
              下单
            </th>
            <th scope="col" className="right">
              付款
            </th>
            <th scope="col" className="right">
              转化
            </th>
            <th scope="col" className="right">
              净收
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <SourceLine key={row.source} row={row} span={span} currency={currency} />
          ))}
          {rest.length > 0 && (
            <Sums label={`其余 ${rest.length} 个`} rows={rest} currency={currency} />
          )}
        </tbody>
        <tfoot>
          <Sums label="合计" rows={sources} currency={currency} />
        </tfoot>
      </table>
    </div>
  )
}

function SourceLine({
  row: { source, visits, registered, ordered, paid, money },
  span,
  currency,
}: {
  row: SourceRow
  span: SourcesTableProps['span']
  currency: string
}) {
  const filter = { source, ...span }
  const paidHref = consoleHref('/orders', { by: 'paid', ...filter })
  return (
    <tr>
      <td className="cut" title={sourceName(source)}>
        {source === OTHER_SOURCES ? (
          sourceName(source)
        ) : (
          <Link to={paidHref}>{sourceName(source)}</Link>
        )}
      </td>
      <td className="right">{formatCredit(visits)}</td>
      <td className="right wide-only">
        <Count value={registered} to={consoleHref('/users', filter)} />
      </td>
      <td className="right wide-only">
        <Count value={ordered} to={consoleHref('/orders', filter)} />
      </td>
      <td className="right">
        <Count value={paid} to={paidHref} />
      </td>
      <td className="right">{percentText(paid, visits)}</td>
      <td className="right">
        <Nets money={money} currency={currency} />
      </td>
    </tr>
  )
}

function Count({ value, to }: { value: number; to: string }) {
  return value === 0 ? <>0</> : <Link to={to}>{formatCredit(value)}</Link>
}

function Sums({
  label,
  rows,
  currency,
}: {
  label: string
  rows: readonly SourceRow[]
  currency: string
}) {
  const sum = (of: (row: SourceRow) => number) => rows.reduce((all, row) => all + of(row), 0)
  const [visits, paid] = [sum((row) => row.visits), sum((row) => row.paid)]
  return (
    <tr>
      <td>{label}</td>
      <td className="right">{formatCredit(visits)}</td>
      <td className="right wide-only">{formatCredit(sum((row) => row.registered))}</td>
      <td className="right wide-only">{formatCredit(sum((row) => row.ordered))}</td>
      <td className="right">{formatCredit(paid)}</td>
      <td className="right">{percentText(paid, visits)}</td>
      <td className="right">
        <Nets money={rows.flatMap(({ money }) => money)} currency={currency} />
      </td>
    </tr>
  )
}

/** The shop's currency first, the others below it; never added up. */
function Nets({ money, currency }: { money: SourceRow['money']; currency: string }) {
  const nets = new Map([[currency, 0]])
  for (const sum of money) nets.set(sum.currency, (nets.get(sum.currency) ?? 0) + netOf(sum))
  const [own = '', ...others] = [...nets].map(([each, net]) => formatMoney(net, each))
  return (
    <>
      {own}
      {others.map((text) => (
        <small key={text}>{text}</small>
      ))}
    </>
  )
}
