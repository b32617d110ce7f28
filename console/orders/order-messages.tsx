import { MAIL_STATE_LABELS } from '#contract/console/mail-states.ts'
import type { OrderDetail } from '#contract/console/orders/orders.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { DayTime } from '../panel/cells.tsx'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'

interface WithActions {
  actions: ActionStarter
}

const MAIL_COLUMNS = [
  { head: '内容' },
  { head: '时间', className: 'wide-only' },
  { head: '结果' },
  { head: '操作', className: 'right', isUnseen: true },
]

/** Mails to the buyer about the order. */
export function OrderMails({ mails, actions }: Pick<OrderDetail, 'mails'> & WithActions) {
  return (
    <Panel title="邮件" count={mails.length}>
      {mails.length === 0 ? (
        <PanelNone>最近没有关于它的邮件。</PanelNone>
      ) : (
        <MiniTable caption="关于这笔订单的邮件" columns={MAIL_COLUMNS}>
          {mails.map(({ id, title, state, createdAt, lastError }) => (
            <tr key={id}>
              <td className="wrap-text">
                <Link to={consoleHref('/mails', { id })}>{title}</Link>
              </td>
              <td className="wide-only">
                <DayTime iso={createdAt} />
              </td>
              <td title={lastError ?? undefined}>{MAIL_STATE_LABELS[state]}</td>
              <td className="right">
                {state !== 'done' && (
                  <ActionButton
                    actions={actions}
                    command="mail resend"
                    given={{ mail: id }}
                    kind="ghost"
                    aria-label={`补发“${title}”`}
                  >
                    补发
                  </ActionButton>
                )}
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

const EVENT_COLUMNS = [
  { head: '事件' },
  { head: '时间', className: 'wide-only' },
  { head: '操作', className: 'right', isUnseen: true },
]

interface OrderEventsProps extends WithActions, Pick<OrderDetail, 'events'> {
  orderNo: string
}

/** Events of the provider that were applied to the order. */
export function OrderEvents({ orderNo, events, actions }: OrderEventsProps) {
  return (
    <Panel
      title="支付事件"
      count={events.length}
      aside={<Link to={consoleHref('/events', { order: orderNo })}>全部</Link>}
    >
      {events.length === 0 ? (
        <PanelNone>没有收到过它的事件。</PanelNone>
      ) : (
        <MiniTable caption="这笔订单的支付事件" columns={EVENT_COLUMNS}>
          {events.map(({ id, type, createdAt }) => (
            <tr key={id}>
              <td className="wrap-text">
                <Link to={consoleHref('/events', { id })} title={id}>
                  {type}
                </Link>
              </td>
              <td className="wide-only">
                <DayTime iso={createdAt} />
              </td>
              <td className="right">
                <ActionButton
                  actions={actions}
                  command="events replay"
                  given={{ event: id }}
                  isComplete
                  kind="ghost"
                  aria-label={`重放 ${type}`}
                >
                  重放
                </ActionButton>
              </td>
            </tr>
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}
