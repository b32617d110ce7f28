import type { OrderDetail } from '#contract/console/orders/orders.ts'
import { CreditChange } from '../panel/signed-credit.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { Panel } from '../panel/panel.tsx'

/** What happened to the order, newest first. */
export function OrderTimeline({ events }: { events: OrderDetail['timeline'] }) {
  return (
    <Panel title="经过" aside={<span className="faint">最新的在上面</span>}>
      <div className="panel-body">
        <ol className="timeline">
          {events.toReversed().map(({ at, what, credit, by, why }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- what happened is never changed
            <li key={index} data-kind={credit !== null && credit > 0 ? 'good' : undefined}>
              <span>
                {what}
                {credit !== null && (
                  <>
                    {' '}
                    <CreditChange delta={credit} /> 积分
                  </>
                )}
              </span>
              <DayTime iso={at} />
              <small>{[by, why].filter(Boolean).join('\u00a0· ')}</small>
            </li>
          ))}
        </ol>
      </div>
    </Panel>
  )
}
