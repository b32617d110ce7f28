import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { type UsageFilter, usageRecords } from '#contract/credit/usage.ts'
import { call } from '../../lib/call/call.ts'
import { Button, ButtonLink } from '../../ui/action/button.tsx'
import { useAction } from '../../ui/action/use-action.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Loaded } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { RecordLine } from './record-line.tsx'

type Page = OutputOf<typeof usageRecords>

interface UsageRecordsProps {
  filter: UsageFilter
  /** Whether the filter leaves something out, besides days. */
  isFiltered: boolean
}

/** Charges and holds, newest first. */
export function UsageRecords({ filter, isFiltered }: UsageRecordsProps) {
  const load = useLoad(JSON.stringify(filter), (signal) =>
    call(usageRecords, filter, { signal, isQuiet: true }),
  )
  return (
    <section className="card usage-list" aria-labelledby="records" aria-busy={load.isLoading}>
      <div className="card-head">
        <h2 id="records">扣费记录</h2>
        {load.data && (
          <span className="faint">
            {filter.first} 至 {filter.last}
          </span>
        )}
      </div>
      <Loaded load={load} what="扣费记录" lines={8}>
        {(first) =>
          first.list.length === 0 ? (
            <NoRecords isFiltered={isFiltered} />
          ) : (
            <RecordList first={first} filter={filter} />
          )
        }
      </Loaded>
    </section>
  )
}

function RecordList({ first, filter }: { first: Page; filter: UsageFilter }) {
  const [further, setFurther] = useState<{ first: Page; pages: Page[] }>({ first, pages: [] })
  // pages that were loaded for another filter do not count
  const pages = [first, ...(further.first === first ? further.pages : [])]
  const next = pages.at(-1)!.next
  const { isBusy, run } = useAction(async () => {
    if (next === null) return
    const page = await call(usageRecords, { ...filter, cursor: next })
    setFurther({ first, pages: [...pages.slice(1), page] })
  })
  return (
    <>
      <div className="record-head" aria-hidden="true">
        <span>用途</span>
        <span>预留</span>
        <span>扣费</span>
        <span>余额</span>
      </div>
      {pages.flatMap(({ list }) =>
        list.map((record) => <RecordLine key={record.id} record={record} />),
      )}
      {next !== null && (
        <div className="list-more">
          <Button kind="ghost" isBusy={isBusy} onClick={run}>
            更早的记录
          </Button>
        </div>
      )}
    </>
  )
}

function NoRecords({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty
      title="没有符合条件的记录"
      action={<ButtonLink to="/account/usage">查看最近 30 天的全部记录</ButtonLink>}
    >
      请选择其他工具、来源或日期。
    </Empty>
  ) : (
    <Empty
      title="所选时间内没有记录"
      drawing="chart"
      action={<ButtonLink to="/tutorial">查看使用教程</ButtonLink>}
    >
      每笔扣费及其原因、余额会显示在这里。
    </Empty>
  )
}
