import { listConsolePlans } from '#contract/console/plans.ts'
import { Button, ButtonLink } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { type ActionStarter, useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useTitle } from '../lib/use-title.ts'
import { type DragEvent, useState } from 'react'
import type { ConsolePlan, PlansFile } from '#contract/console/plan-shapes.ts'
import { ConfirmAction } from '../actions/confirm-action.tsx'
import { type Column, RowTable } from '../list/row-table.tsx'
import { PlanRow } from './plan-row.tsx'
import { Panel } from '../panel/panel.tsx'
import { ChangedFields } from './plan-history.tsx'

/** All plans in their order on the shop's pages. */
export function PlansPage() {
  useTitle('套餐')
  const load = useLoad('plans', (signal) =>
    callConsole(listConsolePlans, {}, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(load.reload)
  return (
    <>
      <header className="op-head">
        <h1>套餐</h1>
        <p>改动马上对新的订单生效，已经下的单保持原样。</p>
        {actions.canRun('plans save') && (
          <span className="row-actions">
            <ButtonLink size="small" icon="plus" to="/plans/plan">
              新增套餐
            </ButtonLink>
          </span>
        )}
      </header>
      <Loaded load={load} what="套餐" lines={8}>
        {({ plans, file }) => (
          <>
            <section className="panel list-panel" aria-label="套餐列表" aria-busy={load.isLoading}>
              {plans.length === 0 ? (
                <Empty heading="h2" title="还没有套餐">
                  新增一份之后，它会出现在套餐页。
                </Empty>
              ) : (
                <PlansTable
                  // a saved order is the order to start from
                  key={plans.map(({ id }) => id).join(',')}
                  plans={plans}
                  actions={actions}
                  onOrdered={load.reload}
                />
              )}
            </section>
            <FilePanel file={file} />
          </>
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}

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
function PlansTable({ plans, actions, onOrdered }: PlansTableProps) {
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

interface PlanOrder {
  /** In the order that is not saved yet. */
  plans: readonly ConsolePlan[]
  isChanged: boolean
  ids: readonly string[]
  /** Puts the plan into the place of another one, which moves aside. */
  moveTo: (id: string, place: string) => void
  /** Moves the plan up (−1) or down (1). */
  moveBy: (id: string, by: -1 | 1) => void
  reset: () => void
  /** What the last move did, for screen readers. */
  spoken: string
}

/** The order of the plans as it is changed by dragging and by keyboard, before it is saved. */
function usePlanOrder(stored: readonly ConsolePlan[]): PlanOrder {
  const storedIds = stored.map(({ id }) => id)
  const [ids, setIds] = useState<readonly string[]>(storedIds)
  const [spoken, setSpoken] = useState('')

  function move(id: string, to: number) {
    const at = ids.indexOf(id)
    if (at === -1 || to === at || to < 0 || to >= ids.length) return
    const moved = ids.filter((each) => each !== id).toSpliced(to, 0, id)
    setIds(moved)
    const name = stored.find((plan) => plan.id === id)?.name ?? id
    setSpoken(`${name}移到第 ${to + 1} 位，共 ${ids.length} 份`)
  }

  return {
    plans: ids.flatMap((id) => stored.filter((plan) => plan.id === id)),
    isChanged: ids.join(',') !== storedIds.join(','),
    ids,
    moveTo: (id, place) => move(id, ids.indexOf(place)),
    moveBy: (id, by) => move(id, ids.indexOf(id) + by),
    reset() {
      setIds(storedIds)
      setSpoken('已恢复原来的顺序')
    },
    spoken,
  }
}

/** How `content/plans.json` differs from the plans on sale; nothing of it is applied by itself. */
function FilePanel({ file: { changes, isInOrder, unlisted } }: { file: PlansFile }) {
  const isSame = changes.length === 0 && isInOrder && unlisted.length === 0
  return (
    <Panel
      title="与 content/plans.json 比较"
      {...(changes.length > 0 && { count: changes.length })}
    >
      <div className="panel-note">
        {isSame ? (
          <p>一致。</p>
        ) : (
          <>
            <p>
              文件与数据库不同。出售的是数据库里的套餐；文件不会自动应用，要照它修改，请在终端运行{' '}
              <code>npm run operator -- plans apply content/plans.json</code>。
              {(changes.length > 0 || !isInOrder) && '以下是照文件修改后的变化。'}
            </p>
            {changes.length > 0 && (
              <ul className="file-changes">
                {changes.map(({ id, name, title, fields }) => (
                  <li key={id}>
                    <strong>{name}</strong> <small className="faint">{id}</small> {title}
                    <ChangedFields fields={fields} />
                  </li>
                ))}
              </ul>
            )}
            {!isInOrder && <p>顺序与文件里的不同。</p>}
            {unlisted.length > 0 && (
              <p>文件里没有、仍然在售：{unlisted.map(({ name }) => name).join('、')}。</p>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}
