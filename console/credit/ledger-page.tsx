import { type CreditEntry, listCreditLedger } from '#contract/console/credit.ts'
import { searchOf } from '#web/lib/href.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { countText } from '../list/count-text.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { readFilter } from '../list/filter.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { CreditViews } from './credit-views.tsx'
import { LEDGER_FILTERS, ledgerInput } from './ledger-filter.ts'
import { LedgerTable } from './ledger-table.tsx'

/** Entries of all users, newest first; filters and page are in the address. */
export function LedgerPage() {
  const query = useQuery()
  useTitle('积分流水')
  const filter = readFilter(LEDGER_FILTERS, query)
  const { before } = query
  const load = useLoad(searchOf({ ...filter, before }), (signal) =>
    callConsole(listCreditLedger, ledgerInput(filter, before), { signal, isQuiet: true }),
  )
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <header className="op-head">
        <h1>积分流水</h1>
        {load.data && !load.error && <p role="status">{countOf(load.data, isFiltered)}</p>}
        <ExportActions list="credit" filter={filter} />
      </header>
      <CreditViews />
      <FilterBar path="/credit/ledger" fields={LEDGER_FILTERS} filter={filter} />
      <section className="panel list-panel" aria-label="积分流水" aria-busy={load.isLoading}>
        <Loaded load={load} what="积分流水" lines={12}>
          {({ entries, next }) => (
            <>
              <Entries entries={entries} isFiltered={isFiltered} />
              <ListFoot path="/credit/ledger" filter={filter} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

function Entries({ entries, isFiltered }: { entries: CreditEntry[]; isFiltered: boolean }) {
  if (entries.length > 0) return <LedgerTable entries={entries} />
  if (!isFiltered)
    return (
      <Empty heading="h2" title="最近 30 天没有流水">
        积分有变动后会记在这里。
      </Empty>
    )
  return (
    <Empty
      heading="h2"
      title="没有符合的流水"
      action={<ButtonLink to={consoleHref('/credit/ledger')}>看全部流水</ButtonLink>}
    >
      换个条件，或者清除筛选。
    </Empty>
  )
}

interface Counted {
  count: { count: number; isMore: boolean }
  since: string | null
}

function countOf({ count, since }: Counted, isFiltered: boolean): string {
  const text = countText(count, '条', isFiltered)
  return since === null ? text : `${text}，${since} 起`
}
