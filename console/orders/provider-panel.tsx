import type {
  OrderDetail,
  ProviderIntent,
  readProviderView,
} from '#contract/console/orders/orders.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#web/lib/format/time.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Button } from '#web/ui/action/button.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Money } from '#web/ui/display/money.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import type { Load } from '#web/ui/feedback/use-load.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { DayTime } from '../panel/cells.tsx'
import { type FactRow, Facts, Panel, PanelNone } from '../panel/panel.tsx'

interface ProviderPanelProps {
  order: Pick<OrderDetail['order'], 'createdAt'>
  load: Load<OutputOf<typeof readProviderView>>
}

/** What the payment provider answers now; loaded apart from the order, for it may be slow or down. */
export function ProviderPanel({ order, load }: ProviderPanelProps) {
  const { data, error, isLoading, reload } = load
  return (
    <Panel
      title="支付平台的记录"
      aside={
        data &&
        !error && (
          <>
            <span className="faint">
              查询于 <DayTime iso={data.askedAt} />
            </span>
            <Button kind="ghost" size="small" icon="again" isBusy={isLoading} onClick={reload}>
              再查询
            </Button>
          </>
        )
      }
    >
      <Loaded load={load} what="支付平台的记录" lines={5}>
        {({ intent, failure }) => (
          <>
            {failure !== null && (
              <Notice kind="wait" role="alert">
                没能查到：{failure}
              </Notice>
            )}
            {intent && (
              <div className="panel-body">
                {!intent.isAsOrdered && (
                  <Notice kind="bad">金额或货币与订单不同，请先核实再处理。</Notice>
                )}
                <Facts rows={factsOf(intent)} />
              </div>
            )}
            {failure === null && !intent && <NoIntent order={order} />}
          </>
        )}
      </Loaded>
    </Panel>
  )
}

/** Leads to the day on which the provider may have a payment of the order. */
function NoIntent({ order: { createdAt } }: Pick<ProviderPanelProps, 'order'>) {
  const { timeZone } = useConsoleSite()
  const day = formatTime(createdAt, 'date', timeZone)
  return (
    <>
      <PanelNone>这笔订单还没有支付意图。</PanelNone>
      <PanelNone>
        用户说已经扣款：在下单那天的 <Link to={consoleHref('/books', { day })}>日结 {day}</Link>{' '}
        里按“与支付平台核对”，支付平台收到的钱会连同支付意图（pi_…）列在那里，补单要用它。
      </PanelNone>
    </>
  )
}

function factsOf(intent: ProviderIntent): FactRow[] {
  const { id, status, statusLabel, amount, amountReceived, currency, livemode, charge } = intent
  const money = (sum: number) => <Money amount={sum} currency={currency} />
  return [
    [
      '状态',
      <>
        {statusLabel} <code className="faint">{status}</code>
      </>,
    ],
    [
      '金额',
      <>
        {money(amount)}
        {intent.isAsOrdered ? '，与订单相同' : '，与订单不同'}
      </>,
    ],
    ['实收', money(amountReceived)],
    ['付款方式', intent.paymentMethod],
    ['扣款时间', charge && <DayTime iso={charge.chargedAt} />],
    ['已退款', charge && charge.amountRefunded > 0 ? money(charge.amountRefunded) : null],
    ['争议', charge?.isDisputed ? '有' : null],
    ['最近一次失败', intent.lastError && `${intent.lastError.message}（${intent.lastError.code}）`],
    ['支付意图', <CopyButton key="id" text={id} what="支付意图" />],
    ['建立', <DayTime key="made" iso={intent.createdAt} />],
    ['模式', livemode ? '正式' : '测试'],
  ]
}
