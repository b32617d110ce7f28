import { useState } from 'react'
import type { AuditEntry } from '#contract/console/audit.ts'
import { formatDayTime } from '#web/lib/format/day-time.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { useRows } from '../lib/use-rows.ts'
import { AuditDetails } from './audit-details.tsx'
import { CHANNEL_LABELS } from './audit-labels.ts'
import { OutcomeTag } from './outcome-tag.tsx'

/** Rows of the audit, each of which opens its details. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const { timeZone } = useConsoleSite()
  const [open, setOpen] = useState<AuditEntry>()
  const box = useRows<HTMLTableElement>()
  return (
    <>
      <table className="row-table" ref={box}>
        <caption className="unseen">操作记录，最新的在上面</caption>
        <thead>
          <tr>
            {['时间', '操作', '对象', '谁', '渠道', '原因', '结果'].map((head) => (
              <th key={head} scope="col" className={{ 渠道: 'w-mid', 原因: 'w-late' }[head]}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="n-time">
                <time dateTime={entry.startedAt}>{formatDayTime(entry.startedAt, timeZone)}</time>
              </td>
              <td className="n-lead cut grows">
                <button
                  type="button"
                  data-row
                  className="row-button"
                  aria-haspopup="dialog"
                  onClick={() => setOpen(entry)}
                >
                  {entry.title}
                </button>{' '}
                <small>{entry.given.map(({ value }) => value).join('\u00a0· ')}</small>
              </td>
              <td className="n-sum cut">
                {entry.subject === null ? (
                  <span className="faint dash">–</span>
                ) : (
                  <CopyButton text={entry.subject} what="对象" />
                )}
              </td>
              <td className="n-who cut">{entry.operator}</td>
              <td className="w-mid">{CHANNEL_LABELS[entry.channel]}</td>
              <td className="w-late cut">
                {entry.reason ?? <span className="faint dash">–</span>}
              </td>
              <td className="n-state">
                <OutcomeTag outcome={entry.outcome} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open && <AuditDetails entry={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}
