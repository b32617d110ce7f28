import type { ConsoleEvent } from '#contract/console/events.ts'
import { Link } from '#web/lib/router/link.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { orderHref } from '../lib/console-href.ts'
import { MarkedRow } from '../list/marked-row.tsx'
import { type Column, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'

const COLUMNS: readonly Column[] = [
  { head: '时间' },
  { head: '类型' },
  { head: '订单' },
  { head: '编号' },
  { head: '处理', className: 'w-mid' },
  { head: '操作', isUnseen: true },
]

interface EventsTableProps {
  events: readonly ConsoleEvent[]
  /** The id of the event that the address names. */
  marked: string | undefined
  actions: ActionStarter
}

export function EventsTable({ events, marked, actions }: EventsTableProps) {
  return (
    <RowTable caption="支付事件，最新的在上面" columns={COLUMNS}>
      {events.map(({ id, type, createdAt, appliedAt, orderNo }) => (
        <MarkedRow key={id} isMarked={id === marked}>
          <td className="n-time">
            <DayTime iso={createdAt} />
          </td>
          <td className="n-lead cut grows" title={type}>
            <b>{type}</b>
          </td>
          <td className="n-who">
            {orderNo === null ? (
              <span className="faint dash">–</span>
            ) : (
              <Link data-row className="number" to={orderHref(orderNo)}>
                {orderNo}
              </Link>
            )}
          </td>
          <td className="cut grows" title={id}>
            <CopyButton text={id} what="事件编号" />
          </td>
          <td className="w-mid">
            <DayTime iso={appliedAt} />
          </td>
          <td className="n-actions right">
            <ActionButton
              actions={actions}
              command="events replay"
              given={{ event: id }}
              isComplete
              kind="ghost"
              aria-label={`重放 ${id}`}
            >
              重放
            </ActionButton>
          </td>
        </MarkedRow>
      ))}
    </RowTable>
  )
}
