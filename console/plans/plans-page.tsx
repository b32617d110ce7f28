import { listConsolePlans } from '#contract/console/plans.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useTitle } from '../lib/use-title.ts'
import { FilePanel } from './file-panel.tsx'
import { PlansTable } from './plans-table.tsx'

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
