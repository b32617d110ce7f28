import { type ConsoleEvent, listConsoleEvents } from '#contract/console/events.ts'
import { Link } from '#web/lib/router/link.tsx'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { orderHref } from '../lib/console-href.ts'
import type { FilterField } from '../list/filter.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'

const FILTERS: readonly FilterField[] = [
  { kind: 'text', name: 'type', label: '类型', placeholder: 'payment_intent.succeeded' },
  { kind: 'text', name: 'order', label: '订单', placeholder: '订单号或支付意图' },
  { kind: 'text', name: 'id', label: '编号', placeholder: 'evt_…' },
]

/** The provider's events; `id` in the address finds and marks one. */
export function EventsPage() {
  return (
    <ListPage
      path="/events"
      title="支付事件"
      read={(filter, before, options) =>
        callConsole(listConsoleEvents, { ...filter, before }, options)
      }
      rows={({ events }) => events}
      caption="支付事件，最新的在上面"
      note="支付平台发来并处理过的通知，保留 90 天。"
      fields={FILTERS}
      exported="events"
      buttons={(actions) => (
        <ActionButton actions={actions} command="events replay" icon="again">
          按编号重放
        </ActionButton>
      )}
      keyOf={({ id }) => id}
      isMarked={({ id }, filter) => id === filter['id']}
      columns={({ actions }) => columnsWith(actions)}
      empty={{ title: '没有事件', text: '支付平台的通知处理后会出现在这里。' }}
    />
  )
}

const columnsWith = (actions: ActionStarter): RowColumn<ConsoleEvent>[] => [
  { head: '时间', cell: 'n-time', draw: ({ createdAt }) => <DayTime iso={createdAt} /> },
  {
    head: '类型',
    cell: 'n-lead grows',
    text: ({ type }) => type,
    draw: ({ type }) => <b>{type}</b>,
  },
  {
    head: '订单',
    cell: 'n-who',
    draw: ({ orderNo }) =>
      orderNo === null ? (
        <span className="faint dash">–</span>
      ) : (
        <Link data-row className="number" to={orderHref(orderNo)}>
          {orderNo}
        </Link>
      ),
  },
  {
    head: '编号',
    cell: 'grows',
    text: ({ id }) => id,
    draw: ({ id }) => <CopyButton text={id} what="事件编号" />,
  },
  { head: '处理', className: 'w-mid', draw: ({ appliedAt }) => <DayTime iso={appliedAt} /> },
  {
    head: '操作',
    isUnseen: true,
    cell: 'n-actions right',
    draw: ({ id }) => (
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
    ),
  },
]
