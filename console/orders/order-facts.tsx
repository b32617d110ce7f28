import type { OrderDetail } from '#contract/console/orders/orders.ts'
import { Link } from '#web/lib/router/link.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { DayTime } from '../panel/cells.tsx'
import { Facts, Panel } from '../panel/panel.tsx'

/** What the order itself holds. */
export function OrderFacts({ detail: { order, buyer } }: { detail: OrderDetail }) {
  const { invoices } = useConsoleSite()
  const { paymentIntentId, failure, attempts, attemptedAt, bonusCredit, validDays } = order
  return (
    <Panel title="订单">
      <div className="panel-body">
        <Facts
          rows={[
            [
              '支付意图',
              paymentIntentId === null ? (
                '还没有'
              ) : (
                <CopyButton key="intent" text={paymentIntentId} what="支付意图" />
              ),
            ],
            ['订单编号', <CopyButton key="id" text={order.id} what="订单编号" />],
            [
              '用户邮箱',
              buyer.email === null ? (
                '已注销'
              ) : (
                <CopyButton key="email" text={buyer.email} what="用户邮箱" />
              ),
            ],
            [
              '发票',
              invoices && order.paidAt !== null ? (
                <Link
                  key="invoices"
                  to={consoleHref('/invoices', { user: buyer.email ?? buyer.id })}
                >
                  这位用户的发票
                </Link>
              ) : null,
            ],
            ['用户余额', <Credit key="balance" credit={buyer.balance} />],
            ['其中赠送', bonusCredit > 0 ? <Credit key="bonus" credit={bonusCredit} /> : null],
            ['积分有效期', validDays === 0 ? '永久' : `${validDays} 天`],
            [
              '付款次数',
              attempts === 0 ? attemptsUnknown(order.paidAt !== null) : `${attempts} 次`,
            ],
            ['最近一次付款', attemptedAt === null ? null : <DayTime key="try" iso={attemptedAt} />],
            ['付款失败', failure === null ? null : `${failure.message}（${failure.code}）`],
            [
              '付款期限',
              order.paidAt === null ? <DayTime key="until" iso={order.expiresAt} /> : null,
            ],
          ]}
        />
      </div>
    </Panel>
  )
}

/** The provider may know of payments that this shop has no record of. */
function attemptsUnknown(isPaid: boolean): string {
  return isPaid ? '本店没有记录，款项由支付平台确认' : '本店没有付款记录'
}
