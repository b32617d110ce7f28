import * as z from 'zod/mini'
import { AUDIT_CHANNELS, AUDIT_OUTCOMES } from '#contract/console/audit-entry.ts'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Form, SubmitButton } from '#web/ui/form/form.tsx'
import { consoleHref } from '../lib/console-href.ts'
import type { AuditFilter } from './audit-filter.ts'
import { CHANNEL_LABELS, OUTCOME_LABELS } from './audit-labels.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  commands: readonly { command: string; title: string }[]
}

const text = z.string().check(z.trim())
const typed = z.object({
  operator: text,
  command: text,
  subject: text,
  channel: text,
  outcome: text,
})

/** The filters, whose values go into the address; a choice counts at once, text by Enter. */
export function AuditFilters({ filter, commands }: AuditFiltersProps) {
  const navigate = useNavigate()
  const isFiltered = Object.keys(filter).length > 0
  const choices = [
    {
      name: 'command',
      label: '全部操作',
      options: commands.map((each) => [each.command, each.title]),
    },
    {
      name: 'channel',
      label: '全部渠道',
      options: AUDIT_CHANNELS.map((channel) => [channel, CHANNEL_LABELS[channel]]),
    },
    {
      name: 'outcome',
      label: '全部结果',
      options: AUDIT_OUTCOMES.map((outcome) => [outcome, OUTCOME_LABELS[outcome]]),
    },
  ] as const
  return (
    <Form
      className="list-tools"
      schema={typed}
      onSubmit={(values) => navigate(consoleHref('/audit', values))}
    >
      {choices.map(({ name, label, options }) => (
        <select
          key={name}
          className="input"
          name={name}
          aria-label={label}
          defaultValue={filter[name] ?? ''}
          data-on={filter[name] === undefined ? undefined : ''}
          onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
        >
          <option value="">{label}</option>
          {options.map(([value, shown]) => (
            <option key={value} value={value}>
              {shown}
            </option>
          ))}
        </select>
      ))}
      <input
        className="input"
        name="operator"
        type="search"
        aria-label="操作者"
        placeholder="操作者邮箱"
        defaultValue={filter.operator}
      />
      <input
        className="input"
        name="subject"
        type="search"
        aria-label="对象"
        placeholder="对象：订单号、邮箱…"
        defaultValue={filter.subject}
      />
      <SubmitButton size="small" kind="secondary" isWide={false} icon="find">
        筛选
      </SubmitButton>
      {isFiltered && (
        <ButtonLink kind="ghost" size="small" to={consoleHref('/audit')}>
          清除筛选
        </ButtonLink>
      )}
    </Form>
  )
}
