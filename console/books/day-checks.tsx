import { useState } from 'react'
import { compareDay, type Day, type DayComparison } from '#contract/console/figures/books.ts'
import { formatCredit } from '#web/lib/format/money.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { useAction } from '#web/ui/action/use-action.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { callConsole } from '../lib/call.ts'
import { orderHref } from '../lib/console-href.ts'
import { DayTime } from '../panel/cells.tsx'
import { MiniTable, Panel } from '../panel/panel.tsx'

const COLUMNS = [{ head: '差异' }, { head: '订单和支付意图' }, { head: '我方' }, { head: '对方' }]

/** What the day is compared with: the ledger at once, the provider when it is asked for. */
export function DayChecks({ books: { day, credit } }: { books: Day }) {
  const [comparison, setComparison] = useState<DayComparison | null>(null)
  const { isBusy, run } = useAction(async () => {
    setComparison(await callConsole(compareDay, { day }))
  })
  return (
    <Panel
      title="核对"
      aside={
        <Button kind="ghost" size="small" icon="again" isBusy={isBusy} onClick={run}>
          与支付平台核对
        </Button>
      }
    >
      <div className="panel-body">
        <Notice kind={credit.differing === 0 ? 'good' : 'bad'}>
          {credit.differing === 0
            ? `与账本一致：已支付的订单应到账 ${formatCredit(credit.due)} 积分，都已到账。`
            : `${formatCredit(credit.differing)} 笔订单与账本不符：应到账 ${formatCredit(credit.due)} 积分，账本里是 ${formatCredit(credit.booked)}。`}
        </Notice>
        {credit.examples.length > 0 && (
          <p className="row-actions">
            {credit.examples.map((orderNo) => (
              <Link key={orderNo} className="number" to={orderHref(orderNo)}>
                {orderNo}
              </Link>
            ))}
          </p>
        )}
        <div role="status">{comparison && <Outcome comparison={comparison} />}</div>
      </div>
      {comparison && comparison.differences.length > 0 && (
        <MiniTable caption="与支付平台的差异" columns={COLUMNS}>
          {comparison.differences.map(({ what, orderNo, intentId, here, there }) => (
            <tr key={`${what} ${intentId ?? orderNo}`}>
              <td className="narrow">{what}</td>
              <td className="narrow">
                {orderNo !== null && (
                  <div>
                    <Link className="number" to={orderHref(orderNo)}>
                      {orderNo}
                    </Link>
                  </div>
                )}
                {intentId !== null && <CopyButton text={intentId} what="支付意图" />}
              </td>
              <td className="narrow">{here}</td>
              <td className="narrow">{there}</td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

function Outcome({
  comparison: { intents, orders, differences, failure, until },
}: {
  comparison: DayComparison
}) {
  if (failure !== null) return <Notice kind="wait">{failure}</Notice>
  if (intents === 0 && orders === 0)
    return <Notice>还没有可以比较的付款；最近 10 分钟的可能还在途中，请稍后再核对。</Notice>
  return (
    <Notice kind={differences.length === 0 ? 'good' : 'bad'}>
      {differences.length === 0
        ? `与支付平台一致：比较了 ${formatCredit(intents)} 笔付款，到 `
        : `与支付平台有 ${formatCredit(differences.length)} 处差异，到 `}
      <DayTime iso={until} /> 为止开始的付款。
    </Notice>
  )
}
