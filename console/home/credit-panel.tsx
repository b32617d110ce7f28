import type { CreditFigures } from '#contract/console/figures/figures.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Meter } from '../chart/meter.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { MiniTable } from '../panel/panel.tsx'
import { percentText } from './money-text.ts'

const COLUMNS = [
  { head: '到期' },
  { head: '积分', className: 'right' },
  { head: '占', className: 'right' },
]

/** What customers have bought or were given and have not used, by the time that it lasts. */
export function CreditPanel({ credit }: { credit: CreditFigures }) {
  const { timeZone, creditUnit } = useConsoleSite()
  const { owed, welcome, welcomed, welcomes, held, holds, debt, debtors } = credit
  const ends = [
    { label: '30 天内', value: credit.within30, tone: '1' },
    { label: '31–90 天', value: credit.within90, tone: '2' },
    { label: '91–180 天', value: credit.within180, tone: '3' },
    { label: '181–365 天', value: credit.within365, tone: '4' },
    { label: '更晚', value: credit.later, tone: 'quiet' },
    { label: '不会到期', value: credit.never, tone: 'none' },
  ].filter(({ value, tone }) => value > 0 || tone === '1')
  return (
    <section className="panel w-5" aria-labelledby="owed">
      <header className="panel-head">
        <h2 id="owed">欠用户的{creditUnit}</h2>
        <span className="faint end">截至 {formatTime(credit.takenAt, 'clock', timeZone)}</span>
      </header>
      <div className="panel-body">
        <p className="big">
          {formatCredit(owed)} <small>{creditUnit}</small>
        </p>
        <Meter total={owed} parts={ends} />
      </div>
      <MiniTable
        caption={`欠用户的${creditUnit}，按到期时间`}
        columns={COLUMNS.map((column) =>
          column.head === '积分' ? { ...column, head: creditUnit } : column,
        )}
      >
        {ends.map(({ label, value, tone }) => (
          <tr key={label}>
            <td>
              <svg className="swatch" viewBox="0 0 10 10" aria-hidden="true">
                <rect className={`tone-${tone}`} width="10" height="10" />
              </svg>{' '}
              {label}
            </td>
            <td className="right">{formatCredit(value)}</td>
            <td className="right">{percentText(value, owed)}</td>
          </tr>
        ))}
        {(welcome > 0 || welcomes > 0) && (
          <>
            <tr>
              <td>其中新用户体验</td>
              <td className="right">{formatCredit(welcome)}</td>
              <td className="right">{percentText(welcome, owed)}</td>
            </tr>
            <tr>
              <td>30 天内送出的体验</td>
              <td className="right">{formatCredit(welcomed)}</td>
              <td className="right">{formatCredit(welcomes)} 位</td>
            </tr>
          </>
        )}
        <tr>
          <td>预留中</td>
          <td className="right">{formatCredit(held)}</td>
          <td className="right">{formatCredit(holds)} 笔</td>
        </tr>
        <tr>
          <td>用户欠额</td>
          <td className="right">{formatCredit(-debt)}</td>
          <td className="right">{formatCredit(debtors)} 位</td>
        </tr>
      </MiniTable>
    </section>
  )
}
