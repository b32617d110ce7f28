import { type FormEvent, useState } from 'react'
import type { ConsolePlan } from '#contract/console/plan-shapes.ts'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { ConfirmAction } from '../actions/confirm-action.tsx'
import type { Given } from '../actions/given.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { Panel } from '../panel/panel.tsx'
import { PlanFields } from './plan-fields.tsx'
import { draftOf, offerOf, type PlanDraft, planSchema, strings } from './plan-form.ts'
import { PlanPreview } from './plan-preview.tsx'

interface PlanEditorProps {
  /** Undefined: a new one. */
  plan: ConsolePlan | undefined
  canSave: boolean
  onSaved: () => void
}

/** The fields of a plan beside the card that customers see; saving shows the difference first. */
export function PlanEditor({ plan, canSave, onSaved }: PlanEditorProps) {
  const site = useConsoleSite()
  const navigate = useNavigate()
  const [stored] = useState(() => draftOf(plan, site))
  const [draft, setDraft] = useState<PlanDraft>(stored)
  const [given, setGiven] = useState<Given>()
  const [savedId, setSavedId] = useState<string>()

  function follow(event: FormEvent<HTMLElement>) {
    const form = event.currentTarget.closest('form')
    if (form)
      setDraft({ ...(plan && { id: plan.id }), ...strings(Object.fromEntries(new FormData(form))) })
  }

  async function submit(values: Record<string, unknown>) {
    const { reason = '', ...fields } = strings(values)
    setGiven({
      plan: JSON.stringify(offerOf(fields, site)),
      basis: plan?.basis ?? 'new',
      ...(reason.trim() !== '' && { reason: reason.trim() }),
    })
  }

  function close() {
    setGiven(undefined)
    if (savedId === undefined) return
    if (plan) onSaved()
    else void navigate(consoleHref('/plans/plan', { plan: savedId }), { replace: true })
  }

  return (
    <div className="plan-editor">
      <Form className="plan-form" schema={planSchema(site)} onSubmit={submit}>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears of changes in the fields inside */}
        <fieldset className="plan-fields" disabled={!canSave} onInput={follow}>
          <legend className="unseen">套餐的内容</legend>
          <PlanFields draft={stored} isNew={plan === undefined} pieces={plan?.pieces ?? null} />
        </fieldset>
        {canSave && (
          <footer className="plan-save">
            <p className="hint">先看到与现在的不同，再保存。</p>
            <SubmitButton size="small" isWide={false}>
              预览并保存
            </SubmitButton>
          </footer>
        )}
      </Form>
      <Panel title="顾客看到的样子">
        <PlanPreview offer={offerOf(draft, site)} pieces={plan?.pieces ?? null} />
      </Panel>
      {given && (
        <ConfirmAction
          title="保存套餐"
          command="plans save"
          given={given}
          onClose={close}
          onDone={() => setSavedId(offerOf(draft, site).id)}
        />
      )}
    </div>
  )
}
