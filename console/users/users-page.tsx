import { listConsoleUsers } from '#contract/console/users.ts'
import { searchOf } from '#web/lib/href.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ListFoot } from '../list/list-foot.tsx'
import { ViewLink, Views } from '../list/views.tsx'
import { UserSearch } from './user-search.tsx'
import { UsersTable } from './users-table.tsx'

/** All users, newest first; search and page are in the address. */
export function UsersPage() {
  const { q = '', blocked, before } = useQuery()
  const filter = { q, ...(blocked === '1' && { blocked: '1' as const }) }
  useTitle('用户')
  const load = useLoad(searchOf({ ...filter, before }), (signal) =>
    callConsole(listConsoleUsers, { ...filter, before }, { signal, isQuiet: true }),
  )
  return (
    <>
      <header className="op-head">
        <h1>用户</h1>
        <p>最新注册的在上面。</p>
      </header>
      <Views label="视图">
        <ViewLink to={consoleHref('/users', { q })} isCurrent={blocked === undefined}>
          全部
        </ViewLink>
        <ViewLink to={consoleHref('/users', { q, blocked: '1' })} isCurrent={blocked === '1'}>
          已停用
        </ViewLink>
      </Views>
      <div className="list-tools">
        <UserSearch q={q} blocked={blocked} />
      </div>
      <section className="panel list-panel" aria-label="用户列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="用户" lines={12}>
          {({ users, next }) => (
            <>
              {users.length === 0 ? (
                <NoUsers q={q} isBlocked={blocked === '1'} />
              ) : (
                <UsersTable users={users} />
              )}
              <ListFoot path="/users" filter={filter} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}

function NoUsers({ q, isBlocked }: { q: string; isBlocked: boolean }) {
  if (q !== '')
    return (
      <Empty heading="h2" title="没有找到">
        {`没有邮箱或昵称里有“${q}”的用户，换个写法试试。`}
      </Empty>
    )
  return isBlocked ? (
    <Empty heading="h2" title="没有停用的账户">
      在用户的页面上可以停用账户。
    </Empty>
  ) : (
    <Empty heading="h2" title="还没有用户">
      有人注册后会出现在这里。
    </Empty>
  )
}
