import type { MoneyFigures } from '#contract/console/figures/figures.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useConsoleSite } from '../lib/console-site.ts'
import { PanelNone } from '../panel/panel.tsx'
import { SourcesTable } from '../sources/sources-table.tsx'

const SHOWN = 7

/** Where money comes from. */
export function SourcesPanel({ week: { sources, from, to } }: { week: MoneyFigures['week'] }) {
  const { currency } = useConsoleSite()
  return (
    <section className="panel w-7" aria-labelledby="sources">
      <header className="panel-head">
        <h2 id="sources">收入从哪里来</h2>
        <span className="faint">7 天</span>
        <Link to="/sources">全部来源</Link>
      </header>
      {sources.length === 0 ? (
        <PanelNone>7 天里没有人来过。</PanelNone>
      ) : (
        <SourcesTable
          caption="7 天的来源"
          sources={sources}
          span={{ from, to }}
          currency={currency}
          most={SHOWN}
        />
      )}
    </section>
  )
}
