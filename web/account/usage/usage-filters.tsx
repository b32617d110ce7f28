import { useId, useState } from 'react'
import { useHydrated } from '../../lib/loading/use-hydrated.ts'
import { useNavigate } from '../../lib/router/contexts.ts'
import { Tabs } from '../../ui/table/tabs.tsx'
import { type DaySpan, spanOf, spanProblem, type UsageQuery, usageHref } from './usage-query.ts'

const TABS = [
  ['7', '7 天'],
  ['30', '30 天'],
  ['month', '本月'],
] as const

interface UsageFiltersProps {
  query: UsageQuery
  today: string
  tools: readonly { id: string; name: string }[]
  keys: readonly { id: string; name: string; hint: string }[]
}

/** The filters of chart and list; they are kept in the address. */
export function UsageFilters({ query, today, tools, keys }: UsageFiltersProps) {
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const show = (change: Partial<UsageQuery>, replace = false) =>
    void navigate(usageHref({ ...query, ...change }), { preventScrollReset: true, replace })
  return (
    <div className="usage-filter" role="group" aria-label="筛选用量">
      <label className="field half">
        <span className="label">工具</span>
        <select
          className="input"
          disabled={!isHydrated}
          value={query.tool ?? ''}
          onChange={({ currentTarget }) => show({ tool: currentTarget.value || undefined })}
        >
          <option value="">全部工具</option>
          {withMissing(tools, query.tool).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="field half">
        <span className="label">来源</span>
        <select
          className="input"
          disabled={!isHydrated}
          value={query.key ?? ''}
          onChange={({ currentTarget }) => show({ key: currentTarget.value || undefined })}
        >
          <option value="">全部来源</option>
          <option value="web">仅应用内</option>
          {withMissing(
            keys.map(({ id, name, hint }) => ({ id, name: `密钥“${name || hint}”` })),
            query.key === 'web' ? undefined : query.key,
          ).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <DayFields
        // prerendered HTML knows no day
        span={isHydrated ? spanOf(query.days, today) : undefined}
        today={today}
        onChange={(days) => show({ days }, true)}
      />
      <Tabs
        label="常用日期"
        tabs={TABS.map(([days, label]) => ({
          to: usageHref({ ...query, days }),
          label,
          isCurrent: query.days === days,
        }))}
      />
    </div>
  )
}

interface DayFieldsProps {
  /** Undefined while unknown. */
  span: DaySpan | undefined
  today: string
  onChange: (span: DaySpan) => void
}

/** What stands in the two fields while it is not, or not yet, what the page shows. */
interface Typed {
  span: DaySpan
  /** What the page showed meanwhile. */
  shown: DaySpan | undefined
  /** The last right days of them; the page shows them a moment later. */
  chosen: DaySpan | undefined
}

/** Two days; they are shown as soon as both are right. */
function DayFields({ span, today, onChange }: DayFieldsProps) {
  const [typed, setTyped] = useState<Typed>()
  const id = useId()
  if (typed && !sameSpan(typed.shown, span)) setTyped(typedAfterChange(typed, span))
  const now = typed?.span ?? span ?? { first: '', last: '' }
  const problem = typed && spanProblem(typed.span)
  function type(change: Partial<DaySpan>) {
    const next = { ...now, ...change }
    const isRight = spanProblem(next) === undefined
    setTyped({ span: next, shown: span, chosen: isRight ? next : typed?.chosen })
    if (isRight) onChange(next)
  }
  const field = (name: keyof DaySpan, label: string) => (
    <input
      className="input"
      type="date"
      autoComplete="off"
      aria-label={label}
      max={span && today}
      disabled={!span}
      value={now[name]}
      aria-invalid={problem === undefined ? undefined : true}
      aria-describedby={problem === undefined ? undefined : `${id}-error`}
      onChange={({ currentTarget }) => type({ [name]: currentTarget.value })}
    />
  )
  return (
    <div className="field usage-days" role="group" aria-labelledby={id}>
      <span className="label" id={id}>
        日期
      </span>
      <div className="day-fields">
        {field('first', '从')}
        <span className="faint">至</span>
        {field('last', '到')}
      </div>
      {problem !== undefined && (
        <p className="error" id={`${id}-error`} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

/** Days typed further while the page went to the chosen ones stay; those of another time go. */
function typedAfterChange(typed: Typed, shown: DaySpan | undefined): Typed | undefined {
  if (!sameSpan(typed.chosen, shown) || sameSpan(typed.span, shown)) return undefined
  return { span: typed.span, shown, chosen: undefined }
}

function sameSpan(a: DaySpan | undefined, b: DaySpan | undefined): boolean {
  return a?.first === b?.first && a?.last === b?.last
}

/** The choices; the chosen one also where the list does not have it. */
function withMissing(choices: readonly { id: string; name: string }[], chosen: string | undefined) {
  return chosen === undefined || choices.some(({ id }) => id === chosen)
    ? choices
    : [...choices, { id: chosen, name: '未知' }]
}
