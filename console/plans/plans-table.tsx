import { type DragEvent, useState } from 'react'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import { Button } from '#web/ui/action/button.tsx'
import { ConfirmAction } from '../actions/confirm-action.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { type Column, RowTable } from '../list/row-table.tsx'
import { PlanRow } from './plan-row.tsx'
import { usePlanOrder } from './use-plan-order.ts'

const COLUMNS: readonly Column[] = [
  { head: '顺序', isUnseen: true },
  { head: '套餐' },
  { head: '状态' },
  { head: '价格', className: 'right' },
  { head: '积分与有效期' },
  { head: '库存与限购' },
  { head: '销售时间', className: 'w-late' },
  { head: '版本', className: 'right w-mid' },
  { head: '操作', isUnseen: true },
]

interface PlansTableProps {
  plans: readonly ConsolePlan[]
  actions: ActionStarter
  onOrdered: () => void
}

/** The plans; an owner moves them by dragging, or by the arrow keys of each handle, and then saves the order. */
export function PlansTable({ plans, actions, onOrdered }: PlansTableProps) {
  const order = usePlanOrder(plans)
  const [dragged, setDragged] = useState<string>()
  const [isSaving, setIsSaving] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const canMove = actions.canRun('plans order')

  /** Loads the plans only then: another table takes the place of this one, and the result with it. */
  function close() {
    setIsSaving(false)
    if (isSaved) onOrdered()
  }

  function dragOver(event: DragEvent, place: string) {
    if (dragged === undefined) return
    event.preventDefault()
    order.moveTo(dragged, place)
  }

  return (
    <>
      {order.isChanged && (
        <div className="order-bar" role="group" aria-label="新的顺序">
          <p>顺序有改动，还没有保存。</p>
          <Button size="small" onClick={order.reset}>
            恢复
          </Button>
          <Button size="small" kind="primary" onClick={() => setIsSaving(true)}>
            保存顺序
          </Button>
        </div>
      )}
      <RowTable caption="套餐，按页面上的顺序" columns={COLUMNS}>
        {order.plans.map((plan) => (
          <PlanRow
            key={plan.id}
            plan={plan}
            place={order.ids.indexOf(plan.id) + 1}
            count={plans.length}
            canMove={canMove}
            isDragged={plan.id === dragged}
            actions={actions}
            onMove={(by) => order.moveBy(plan.id, by)}
            onDragStart={() => setDragged(plan.id)}
            onDragOver={(event) => dragOver(event, plan.id)}
            onDragEnd={() => setDragged(undefined)}
          />
        ))}
      </RowTable>
      <p className="unseen" role="status">
        {order.spoken}
      </p>
      {isSaving && (
        <ConfirmAction
          title="排列套餐"
          command="plans order"
          given={{ plans: order.ids.join(',') }}
          onClose={close}
          onDone={() => setIsSaved(true)}
        />
      )}
    </>
  )
}
