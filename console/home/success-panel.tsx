import type { MoneyFigures } from '#contract/console/figures/figures.ts'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Meter } from '../chart/meter.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { MiniTable, PanelNone } from '../panel/panel.tsx'
import { percentText } from './money-text.ts'

const COLUMNS = [
  { head: '方式' },
  { head: '成功', className: 'right' },
  { head: '失败', className: 'right' },
  { head: '比例', className: 'wide-only', isUnseen: true },
  { head: '成功率', className: 'right' },
]

/** Attempts to pay by method, and why they failed. */
export function SuccessPanel({ week }: { week: MoneyFigures['week'] }) {
  const { attempts, methods, reasons, from, to } = week
  const all = attempts.succeeded + attempts.failed
  const most = Math.max(0, ...reasons.map(({ count }) => count))
  return (
    <section className="panel w-5" aria-labelledby="success">
      <header className="panel-head">
        <h2 id="success">支付成功率</h2>
        <span className="faint">7 天</span>
        <strong className="end number">{percentText(attempts.succeeded, all)}</strong>
      </header>
      {all === 0 ? (
        <PanelNone>近 7 天没有付款。</PanelNone>
      ) : (
        <MiniTable caption="近 7 天的付款尝试，按方式" columns={COLUMNS}>
          {methods.map(({ method, succeeded, failed }) => {
            const filter = method === null ? {} : { method }
            return (
              <tr key={method}>
                <td>{methodName(method)}</td>
                <td className="right">
                  <Link to={consoleHref('/orders', { by: 'paid', ...filter, from, to })}>
                    {succeeded}
                  </Link>
                </td>
                <td className="right">
                  <Link to={consoleHref('/orders', { by: 'failed', ...filter, from, to })}>
                    {failed}
                  </Link>
                </td>
                <td className="wide-only">
                  <Meter
                    total={succeeded + failed}
                    parts={[
                      { tone: 'quiet', value: succeeded },
                      { tone: 'bad', value: failed },
                    ]}
                  />
                </td>
                <td className="right">{percentText(succeeded, succeeded + failed)}</td>
              </tr>
            )
          })}
        </MiniTable>
      )}
      {reasons.length > 0 && (
        <>
          <h3 className="sub">失败原因，共 {attempts.failed} 次</h3>
          <ul className="reasons">
            {reasons.map(({ code, label, count }) => (
              <li key={code}>
                <span>
                  {label} <small>{code}</small>
                </span>
                <Meter total={most} parts={[{ tone: 'quiet', value: count }]} />
                <Link
                  className="number"
                  to={consoleHref('/orders', { by: 'failed', failure: code, from, to })}
                  aria-label={`${label}，${count} 次`}
                >
                  {count}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function methodName(method: string | null): string {
  const known = PAYMENT_METHODS.find((each) => each === method)
  return known === undefined ? '没有记录' : METHOD_NAMES[known]
}
