import { useEffect, useRef } from 'react'
import { Link } from '../../lib/router/link.tsx'

interface Tab {
  to: string
  label: string
  count?: number | undefined
  isCurrent: boolean
}

/** Tabs as links: the address holds the selected tab. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.to}
          to={tab.to}
          aria-current={tab.isCurrent ? 'page' : undefined}
          preventScrollReset
        >
          {tab.label}
          {tab.count !== undefined && <span className="number">{tab.count}</span>}
        </Link>
      ))}
    </nav>
  )
}

interface StateTabsProps<S extends string> {
  /** In their order on the page. */
  states: readonly S[]
  labels: Readonly<Record<S, string>>
  /** The chosen one; undefined: all. */
  state: S | undefined
  /** How many the chosen one has; undefined while unknown. */
  count: number | undefined
  to: (state: S | undefined) => string
}

/** Filters a list by state; the filter is kept in the address. */
export function StateTabs<S extends string>(props: StateTabsProps<S>) {
  const { states, labels, state, count, to } = props
  const box = useRef<HTMLDivElement>(null)

  // On a phone the chosen tab may lie beyond the edge.
  useEffect(() => {
    const tabs = box.current?.firstElementChild
    const chosen = tabs?.querySelector<HTMLElement>('[aria-current]')
    if (!tabs || !chosen) return
    tabs.scrollLeft = chosen.offsetLeft - (tabs.clientWidth - chosen.offsetWidth) / 2
  }, [state, count])

  return (
    <div className="state-tabs" ref={box}>
      <Tabs
        label="按状态筛选"
        tabs={[undefined, ...states].map((each) => ({
          to: to(each),
          label: each === undefined ? '全部' : labels[each],
          count: each === state ? count : undefined,
          isCurrent: each === state,
        }))}
      />
    </div>
  )
}
