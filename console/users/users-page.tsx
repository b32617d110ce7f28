import { listConsoleUsers } from '#contract/console/users.ts'
import { searchOf } from '#web/lib/href.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { countText } from '../list/count-text.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { type FilterField, readFilter } from '../list/filter.ts'
import { FilterBar } from '../list/filter-bar.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { sourceName } from '../sources/source-name.ts'
import { UserSearch } from './user-search.tsx'
import { UsersTable } from './users-table.tsx'

const FILTERS: readonly FilterField[] = [
  { kind: 'switch', name: 'blocked', label: '已停用' },
  { kind: 'days', label: '注册日期' },
  {
    kind: 'text',
    name: 'source',
    label: '来源',
    placeholder: '完整的来源，例如 zhihu',
    show: sourceName,
  },
]

/** All users; search, filters and page are in the address. */
export function UsersPage() {
  const query = useQuery()
  const { q = '', before } = query
  useTitle('用户')
  const { blocked, ...chosen } = readFilter(FILTERS, query)
  const input = { ...chosen, q, before, ...(blocked && { blocked: '1' as const }) }
  const load = useLoad(searchOf(input), (signal) =>
    callConsole(listConsoleUsers, input, { signal, isQuiet: true }),
  )
  const filter = { ...chosen, ...(blocked && { blocked }) }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <header className="op-head">
        <h1>用户</h1>
        {load.data && !load.error && (
          <p role="status">
            {load.data.count === null
              ? orderText(isFiltered, load.data.isCut)
              : countText(load.data.count, '位', isFiltered || q !== '')}
          </p>
        )}
        <ExportActions list="users" filter={{ ...filter, q }} />
      </header>
      <div className="list-tools">
        <UserSearch q={q} filter={filter} />
      </div>
      <FilterBar path="/users" fields={FILTERS} filter={q === '' ? filter : { ...filter, q }} />
      <section className="panel list-panel" aria-label="用户列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="用户" lines={12}>
          {({ users, next }) => (
            <>
              {users.length === 0 ? (
                <Empty heading="h2" title={q === '' && !isFiltered ? '还没有用户' : '没有找到'}>
                  {noUsersText(q, isFiltered)}
                </Empty>
              ) : (
                <UsersTable users={users} />
              )}
              <ListFoot
                path="/users"
                filter={{ ...filter, q }}
                before={before}
                next={next}
                isByTime={q === '' || isFiltered}
              />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

/** Of a text that more users have than a page shows. */
function orderText(isFiltered: boolean, isCut: boolean): string {
  if (isCut) return '很多用户有这段文字，只列出了一部分；多输入几个字，或按来源、注册日期筛选。'
  return isFiltered ? '最新注册的在上面。' : '邮箱以它开头的在前面，其余最新注册的在上面。'
}

function noUsersText(q: string, isFiltered: boolean): string {
  if (isFiltered) return '换个条件，或者清除筛选。'
  if (q === '') return '有人注册后会出现在这里。'
  return `没有邮箱或昵称里有“${q}”的用户，换个写法试试。`
}
