import { type ReactNode, useState } from 'react'
import type { AuditEntry } from '#contract/console/audit.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { TimeText } from '#web/ui/display/time-text.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Ask } from '../frame/ask.tsx'
import { type RowColumn, RowsTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'

/** Rows of the audit, each of which opens its details. */
export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const [open, setOpen] = useState<AuditEntry>()
  return (
    <>
      <RowsTable
        caption="操作记录，最新的在上面"
        columns={auditColumns(setOpen)}
        rows={entries}
        keyOf={({ id }) => id}
      />
      {open && <AuditDetails entry={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

export const auditColumns = (onOpen: (entry: AuditEntry) => void): RowColumn<AuditEntry>[] => [
  { head: '时间', cell: 'n-time', draw: ({ startedAt }) => <DayTime iso={startedAt} /> },
  {
    head: '操作',
    cell: 'n-lead cut grows',
    draw: (entry) => (
      <>
        <button
          type="button"
          data-row
          className="row-button"
          aria-haspopup="dialog"
          onClick={() => onOpen(entry)}
        >
          {entry.title}
        </button>{' '}
        <small>{entry.given.map(({ value }) => value).join('\u00a0· ')}</small>
      </>
    ),
  },
  {
    head: '对象',
    cell: 'n-sum cut',
    draw: ({ subject }) =>
      subject === null ? (
        <span className="faint dash">–</span>
      ) : (
        <CopyButton text={subject} what="对象" />
      ),
  },
  { head: '谁', cell: 'n-who', text: ({ operator }) => operator },
  { head: '渠道', className: 'w-mid', draw: ({ channel }) => CHANNEL_LABELS[channel] },
  { head: '原因', className: 'w-late', text: ({ reason }) => reason },
  { head: '结果', cell: 'n-state', draw: ({ outcome }) => <OutcomeTag outcome={outcome} /> },
]

/** All that is recorded of one action. */
export function AuditDetails({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { failure, result, given } = entry
  return (
    <Ask title={entry.title} onClose={onClose}>
      <div className="ask-body">
        {failure !== null && <Notice kind="bad">{failure}</Notice>}
        <dl className="facts">
          {factsOf(entry).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {given.length > 0 && (
          <section className="preview" aria-label="填写的内容">
            <h3>填写的内容</h3>
            <dl className="facts">
              {given.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value === '' ? '是' : value}</dd>
                </div>
              ))}
            </dl>
          </section>
        )}
        {result !== null && (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
          <pre className="raw" tabIndex={0} role="region" aria-label="结果">
            {indented(result)}
          </pre>
        )}
      </div>
    </Ask>
  )
}

function factsOf(entry: AuditEntry): [label: string, value: ReactNode][] {
  const { id, command, operator, channel, address, subject, reason, startedAt, finishedAt } = entry
  const { signedBy } = entry
  return [
    ['结果', <OutcomeTag key="outcome" outcome={entry.outcome} />],
    ['操作者', operator],
    ...(signedBy === null ? [] : [['签字', signedBy] satisfies [string, ReactNode]]),
    ['渠道', CHANNEL_LABELS[channel]],
    ['网络地址', address ?? '–'],
    ['命令', <code key="command">{command}</code>],
    ['对象', subject === null ? '–' : <CopyButton key="subject" text={subject} what="对象" />],
    ['原因', reason ?? '–'],
    ['开始', <TimeText key="start" iso={startedAt} style="second" />],
    ['结束', finishedAt === null ? '–' : <TimeText key="end" iso={finishedAt} style="second" />],
    ['记录编号', <CopyButton key="id" text={id} what="记录编号" />],
  ]
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

/** How an action ended. */
function OutcomeTag({ outcome }: Pick<AuditEntry, 'outcome'>) {
  return (
    <span className="tag" data-outcome={outcome ?? 'none'}>
      {outcome === null ? UNFINISHED_LABEL : OUTCOME_LABELS[outcome]}
    </span>
  )
}

export const CHANNEL_LABELS: Readonly<Record<AuditEntry['channel'], string>> = {
  console: '控制台',
  terminal: '命令行',
  site: '网站',
}

/** Null: it still runs, or its program ended. */
export const OUTCOME_LABELS: Readonly<Record<NonNullable<AuditEntry['outcome']>, string>> = {
  done: '完成',
  refused: '拒绝',
  failed: '失败',
  unknown: '结果未知',
}

const UNFINISHED_LABEL = '没有结束'
