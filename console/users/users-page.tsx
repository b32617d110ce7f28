import { listConsoleUsers } from '#contract/console/users.ts'
import { searchOf } from '#web/lib/href.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { callConsole } from '../lib/call.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ExportActions } from '../list/export-actions.tsx'
import { ListFoot } from '../list/list-foot.tsx'
import { UserSearch } from './user-search.tsx'
import { UsersTable } from './users-table.tsx'

/** All users, newest first; search and page are in the address. */
export function UsersPage() {
  const { q = '', before } = useQuery()
  useTitle('用户')
  const load = useLoad(searchOf({ q, before }), (signal) =>
    callConsole(listConsoleUsers, { q, before }, { signal, isQuiet: true }),
  )
  return (
    <>
      <header className="op-head">
        <h1>用户</h1>
        <p>最新注册的在上面。</p>
        <ExportActions list="users" filter={{ q }} />
      </header>
      <div className="list-tools">
        <UserSearch q={q} />
      </div>
      <section className="panel list-panel" aria-label="用户列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="用户" lines={12}>
          {({ users, next }) => (
            <>
              {users.length === 0 ? (
                <Empty heading="h2" title={q === '' ? '还没有用户' : '没有找到'}>
                  {q === ''
                    ? '有人注册后会出现在这里。'
                    : `没有邮箱或昵称里有“${q}”的用户，换个写法试试。`}
                </Empty>
              ) : (
                <UsersTable users={users} />
              )}
              <ListFoot path="/users" filter={{ q }} before={before} next={next} />
            </>
          )}
        </Loaded>
      </section>
    </>
  )
}
