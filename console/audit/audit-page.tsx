import { useState } from 'react'
import { AUDIT_CHANNELS, AUDIT_OUTCOMES } from '#contract/console/audit-entry.ts'
import { type AuditEntry, listAudit } from '#contract/console/audit.ts'
import { callConsole } from '../lib/call.ts'
import type { Filter, FilterField } from '../list/filter.ts'
import { ListPage } from '../list/list-page.tsx'
import { AuditDetails, auditColumns, CHANNEL_LABELS, OUTCOME_LABELS } from './audit-table.tsx'

const COMMAND = { name: 'command', label: '操作' }
const FILTERS: readonly FilterField[] = [
  { kind: 'text', ...COMMAND, placeholder: '' },
  {
    kind: 'choice',
    name: 'channel',
    label: '渠道',
    choices: AUDIT_CHANNELS.map((value) => ({ value, label: CHANNEL_LABELS[value] })),
  },
  {
    kind: 'choice',
    name: 'outcome',
    label: '结果',
    choices: AUDIT_OUTCOMES.map((value) => ({ value, label: OUTCOME_LABELS[value] })),
  },
  { kind: 'text', name: 'operator', label: '操作者', placeholder: '操作者邮箱' },
  { kind: 'text', name: 'subject', label: '对象', placeholder: '订单号、邮箱…' },
]

type Command = Readonly<{ command: string; title: string }>

/** What operators did, newest first; each row opens all that was recorded. */
export function AuditPage() {
  const [open, setOpen] = useState<AuditEntry>()
  return (
    <>
      <ListPage
        path="/audit"
        title="操作记录"
        read={({ channel, outcome, ...filter }, before, options) =>
          callConsole(
            listAudit,
            {
              ...filter,
              channel: AUDIT_CHANNELS.find((each) => each === channel),
              outcome: AUDIT_OUTCOMES.find((each) => each === outcome),
              before,
            },
            options,
          )
        }
        rows={({ entries }) => entries}
        caption="操作记录，最新的在上面"
        note="控制台和命令行里做过的每一件事，只增不改。"
        fields={FILTERS}
        chips={(filter, data) => [commandChip(filter, data?.commands), ...FILTERS.slice(1)]}
        exported="audit"
        keyOf={({ id }) => id}
        columns={() => auditColumns(setOpen)}
        empty={{
          title: '还没有记录',
          text: '在这里或命令行里做的事会记在这里。',
        }}
      />
      {open && <AuditDetails entry={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

/** The server says which commands there are; until then the chip has the one that the address names. */
function commandChip({ command }: Filter, commands: readonly Command[] | undefined): FilterField {
  const known = commands ?? (command === undefined ? [] : [{ command, title: command }])
  const choices = known.map((each) => ({ value: each.command, label: each.title }))
  return { kind: 'choice', ...COMMAND, choices }
}
