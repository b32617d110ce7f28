import {
  CHECK_OUTCOME_LABELS,
  CHECK_OUTCOMES,
  type CheckOutcome,
} from '#contract/console/figures/check-outcomes.ts'
import { type ConsoleCheck, listChecks, runCheck } from '#contract/console/settings/settings.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { type ActionStarter, useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useOperator } from '../lib/session.ts'
import { useRef, useState } from 'react'
import { CallError } from '#web/lib/call/classify-failure.ts'
import { useCrash } from '#web/ui/feedback/use-crash.ts'

interface CheckHead {
  id: string
  title: string
}

/** Checks of the shop, run when the operator asks for them. */
export function Checks() {
  const load = useLoad('checks', (signal) => callConsole(listChecks, {}, { signal, isQuiet: true }))
  const checks = useChecks()
  const actions = useActionDialog(() => checks.run(['outbox']))
  return (
    <>
      <section className="panel" aria-labelledby="checks">
        <Loaded load={load} what="检查" lines={12}>
          {({ checks: heads }) => (
            <>
              <ChecksHead heads={heads} checks={checks} />
              <ul className="checks">
                {heads.map((head) => (
                  <CheckRow key={head.id} head={head} checks={checks} actions={actions} />
                ))}
              </ul>
            </>
          )}
        </Loaded>
      </section>
      {actions.dialog}
    </>
  )
}

function ChecksHead({ heads, checks }: { heads: readonly CheckHead[]; checks: RunningChecks }) {
  const states = heads.map(({ id }) => checks.states[id])
  const running = states.filter((state) => state?.isRunning).length
  const ended = states.filter((state) => state !== undefined && !state.isRunning).length
  const counts = CHECK_OUTCOMES.toReversed()
    .map((outcome) => ({
      outcome,
      count: states.filter((state) => outcomeOf(state) === outcome).length,
    }))
    .filter(({ count }) => count > 0)
  return (
    <header className="panel-head checks-head">
      <h2 id="checks">检查</h2>
      <p className="checks-sum" role="status">
        {running > 0 && (
          <>
            <progress max={heads.length} value={ended} aria-label="检查的进度" />
            <span>
              {ended}／{heads.length}
            </span>
          </>
        )}
        {running === 0 &&
          counts.map(({ outcome, count }) => (
            <span key={outcome} className="tag" data-outcome={TAGS[outcome]}>
              {CHECK_OUTCOME_LABELS[outcome]} {count}
            </span>
          ))}
        {states.every((state) => state === undefined) && (
          <span className="faint">只查看，不改动，也不发信。</span>
        )}
      </p>
      <Button
        kind="primary"
        size="small"
        icon="again"
        isBusy={running > 0}
        onClick={() => checks.run(heads.map(({ id }) => id))}
      >
        全部检查
      </Button>
    </header>
  )
}

const TAGS = { good: 'done', note: 'refused', bad: 'failed' } as const satisfies Record<
  CheckOutcome,
  string
>

interface CheckRowProps {
  head: CheckHead
  checks: RunningChecks
  actions: ActionStarter
}

function CheckRow({ head: { id, title }, checks, actions }: CheckRowProps) {
  const { email } = useOperator()
  const state = checks.states[id]
  const { result } = state ?? {}
  const outcome = outcomeOf(state)
  return (
    <li data-outcome={outcome} aria-busy={state?.isRunning || undefined}>
      <i aria-hidden="true" />
      <b>
        {title}
        {outcome && <span className="unseen">：{CHECK_OUTCOME_LABELS[outcome]}</span>}
      </b>
      <div>
        <p>{foundText(state)}</p>
        {result?.advice && <p className="advice">{result.advice}</p>}
      </div>
      <span className="row-actions">
        {id === 'mail' && (
          <ActionButton actions={actions} command="mail test" given={{ to: email }} kind="ghost">
            发测试邮件
          </ActionButton>
        )}
        <Button
          kind="ghost"
          size="small"
          isBusy={state?.isRunning ?? false}
          aria-label={`${state ? '重试' : '检查'}：${title}`}
          onClick={() => checks.run([id])}
        >
          {state ? '重试' : '检查'}
        </Button>
      </span>
    </li>
  )
}

function foundText(state: CheckState | undefined): string {
  if (state === undefined) return '还没有检查'
  const { isRunning, result, failure } = state
  if (isRunning) return '正在检查…'
  return result?.found ?? failure ?? ''
}

function outcomeOf(state: CheckState | undefined): CheckOutcome | undefined {
  if (state === undefined || state.isRunning) return undefined
  return state.result?.outcome ?? 'bad'
}

/** How far one check has come. */
interface CheckState {
  isRunning: boolean
  /** The newest finding; undefined before the first. */
  result?: ConsoleCheck
  /** Why there is none: the console itself did not answer. */
  failure?: string
}

interface RunningChecks {
  states: Readonly<Record<string, CheckState>>
  /** Runs those that do not run already, all at the same time. */
  run: (ids: readonly string[]) => void
}

function useChecks(): RunningChecks {
  const [states, setStates] = useState<Readonly<Record<string, CheckState>>>({})
  const running = useRef(new Set<string>())
  const crash = useCrash()
  const set = (id: string, state: CheckState) => setStates((now) => ({ ...now, [id]: state }))

  async function runOne(id: string) {
    if (running.current.has(id)) return
    running.current.add(id)
    setStates((now) => ({ ...now, [id]: { ...now[id], isRunning: true } }))
    try {
      const result = await callConsole(runCheck, { id }, { isQuiet: true })
      set(id, { isRunning: false, result })
    } catch (error) {
      if (!(error instanceof CallError)) return crash(error)
      set(id, { isRunning: false, failure: error.message })
    } finally {
      running.current.delete(id)
    }
  }

  return {
    states,
    run(ids) {
      for (const id of ids) void runOne(id)
    },
  }
}
