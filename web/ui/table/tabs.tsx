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
