import { useState } from 'react'
import { readPlanHistory } from '#contract/console/plans.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { DayTime } from '../panel/cells.tsx'
import { Panel, PanelNone } from '../panel/panel.tsx'

const SHORT = 10
const LONG = 100

/** What was changed of the plan, when and by whom. */
export function PlanHistory({ plan }: { plan: string }) {
  const [limit, setLimit] = useState(SHORT)
  const load = useLoad(`history ${limit}`, (signal) =>
    callConsole(readPlanHistory, { plan, limit }, { signal, isQuiet: true }),
  )
  return (
    <Panel title="变更">
      <Loaded load={load} what="变更" lines={3}>
        {({ changes, next }) =>
          changes.length === 0 ? (
            <PanelNone>还没有改过。</PanelNone>
          ) : (
            <>
              <ol className="plan-history">
                {changes.map(({ id, at, title, fields, by, reason }) => (
                  <li key={id}>
                    <p>
                      <strong>{title}</strong>{' '}
                      <small className="faint">
                        <DayTime iso={at} />
                        &nbsp;· {by}
                      </small>
                    </p>
                    <ChangedFields fields={fields} />
                    {reason !== null && <p className="faint">原因：{reason}</p>}
                  </li>
                ))}
              </ol>
              {next !== null && limit === SHORT && (
                <Button size="small" kind="ghost" onClick={() => setLimit(LONG)}>
                  更早的
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

interface ChangedFieldsProps {
  fields: readonly { label: string; from: string; to: string }[]
}

/** What was, struck, and what is. */
export function ChangedFields({ fields }: ChangedFieldsProps) {
  return (
    <ul className="changed">
      {fields.map(({ label, from, to }) => (
        <li key={label}>
          <span className="faint">{label}</span> <del>{from}</del> <span aria-hidden="true">→</span>{' '}
          <ins>{to}</ins>
        </li>
      ))}
    </ul>
  )
}
