import { readDay } from '#contract/console/figures/books.ts'
import { searchOf } from '#web/lib/href.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { DayChecks } from './day-checks.tsx'
import { DayChoice } from './day-choice.tsx'
import { DayMethods } from './day-methods.tsx'
import { DayMovements } from './day-movements.tsx'
import { DaySums } from './day-sums.tsx'

/** The close of a day: its sums, what they are compared with, and each movement. The day is in the address. */
export function BooksPage() {
  const { day: asked = '', after = '' } = useQuery()
  useTitle('日结')
  const input = { day: asked || undefined, after: after || undefined }
  const load = useLoad(searchOf(input), (signal) =>
    callConsole(readDay, input, { signal, isQuiet: true }),
  )
  const { data } = load
  return (
    <>
      <header className="op-head">
        <h1>日结</h1>
        <p>一天从 0 点到 24 点，按商店的时区。</p>
        {data && !load.error && <ExportActions list="day" filter={{ day: data.day }} />}
      </header>
      <DayChoice day={asked || data?.day} today={data?.today} />
      <Loaded load={load} what="日结" lines={12}>
        {(books) => (
          <>
            <DaySums books={books} />
            <div className="columns">
              <DayChecks key={books.day} books={books} />
              <DayMethods books={books} />
            </div>
            <DayMovements books={books} isFirst={after === ''} />
          </>
        )}
      </Loaded>
    </>
  )
}
