import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import { listConsolePlans } from '#contract/console/plans.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { type ActionStarter, useActionDialog } from '../actions/use-action-dialog.tsx'
import { MessageScreen } from '../frame/message-screen.tsx'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { BackToList } from '../list/detail-page.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { PlanHistory } from './plan-history.tsx'
import { PLAN_STATE_LABELS, PLAN_STATE_OUTCOMES } from './plan-row.tsx'

/** One plan, which the address names, or a new one. */
export function PlanPage() {
  const { plan } = useQuery()
  return <OnePlan key={plan ?? ''} planRef={plan} />
}

function OnePlan({ planRef }: { planRef: string | undefined }) {
  const load = useLoad('plans', (signal) =>
    callConsole(listConsolePlans, {}, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(load.reload)
  const plan = load.data?.plans.find(({ id }) => id === planRef)
  useTitle(planRef === undefined ? '新增套餐' : `套餐 ${plan?.name ?? planRef}`)

  if (planRef !== undefined && load.data && !plan)
    return (
      <MessageScreen title="没有这个套餐" actions={<ButtonLink to="/plans">看全部套餐</ButtonLink>}>
        没有编号为 {planRef} 的套餐，请检查是否完整。
      </MessageScreen>
    )
  return (
    <>
      <BackToList path="/plans" label="套餐" />
      <Loaded load={load} what="套餐" lines={12}>
        {() => (
          <>
            <PlanHead plan={plan} actions={actions} />
            <PlanEditor
              // what was saved is what the next change begins with
              key={plan?.basis ?? ''}
              plan={plan}
              canSave={actions.canRun('plans save')}
              onSaved={load.reload}
            />
            {plan && <PlanHistory key={`${plan.basis} ${plan.state}`} plan={plan.id} />}
          </>
        )}
      </Loaded>
      {actions.dialog}
    </>
  )
}

interface PlanHeadProps {
  plan: ConsolePlan | undefined
  actions: ActionStarter
}

function PlanHead({ plan, actions }: PlanHeadProps) {
  if (!plan)
    return (
      <header className="thing-head">
        <h1>新增套餐</h1>
      </header>
    )
  const { id, name, state, version } = plan
  const isWithdrawn = state === 'withdrawn'
  return (
    <header className="thing-head">
      <div>
        <h1>
          {name}
          <span className="tag" data-outcome={PLAN_STATE_OUTCOMES[state]}>
            {PLAN_STATE_LABELS[state]}
          </span>
        </h1>
        <p>
          {id}&nbsp;· 第 {version} 版
        </p>
      </div>
      <span className="row-actions">
        <ActionButton
          actions={actions}
          command={isWithdrawn ? 'plans restore' : 'plans withdraw'}
          given={{ plan: id }}
        >
          {isWithdrawn ? '上架' : '下架'}
        </ActionButton>
      </span>
    </header>
  )
}
