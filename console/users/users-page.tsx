import { type ConsoleUser, listConsoleUsers } from '#contract/console/users.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { callConsole } from '../lib/call.ts'
import { consoleHref, userHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { countText, ListPage } from '../list/list-page.tsx'
import type { Filter, FilterField } from '../list/filter.ts'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime, DemoMark } from '../panel/cells.tsx'
import { sourceName } from '../sources/source-name.ts'
import { UserStateTag } from './user-state-tag.tsx'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '#web/lib/router/contexts.ts'
import { Icon } from '#web/ui/icon/icon.tsx'

const CHIPS: readonly FilterField[] = [
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
/** What is searched has a field of its own instead of a chip. */
const FILTERS: readonly FilterField[] = [
  ...CHIPS,
  { kind: 'text', name: 'q', label: '搜索', placeholder: '' },
]

/** All users; what is searched is in the address too. */
export function UsersPage() {
  const { currency } = useConsoleSite()
  return (
    <ListPage
      path="/users"
      title="用户"
      read={({ blocked, ...filter }, before, options) =>
        callConsole(
          listConsoleUsers,
          { ...filter, before, ...(blocked && { blocked: '1' as const }) },
          options,
        )
      }
      rows={({ users }) => users}
      caption="用户"
      fields={FILTERS}
      chips={() => CHIPS}
      exported="users"
      status={({ data: { count, isCut }, filter, isFiltered }) =>
        count === null ? orderText(filter, isCut) : countText(count, '位', isFiltered)
      }
      views={({ q = '', ...filter }) => (
        <div className="list-tools">
          <UserSearch q={q} filter={filter} />
        </div>
      )}
      keyOf={({ id }) => id}
      columns={({ search }) => columnsWith(currency, search)}
      empty={{
        title: '还没有用户',
        text: '有人注册后会出现在这里。',
        filtered: (filter) => ({ title: '没有找到', text: noUsersText(filter) }),
      }}
      isByTime={(filter) => !isSearchedOnly(filter)}
    />
  )
}

/** Users whose address begins with the text come first then. */
function isSearchedOnly({ q, ...filter }: Filter): boolean {
  return q !== undefined && Object.keys(filter).length === 0
}

/** Of a text that more users have than a page shows. */
function orderText(filter: Filter, isCut: boolean): string {
  if (isCut) return '很多用户有这段文字，只列出了一部分；多输入几个字，或按来源、注册日期筛选。'
  return isSearchedOnly(filter)
    ? '邮箱以它开头的在前面，其余最新注册的在上面。'
    : '最新注册的在上面。'
}

function noUsersText(filter: Filter): string {
  return isSearchedOnly(filter)
    ? `没有邮箱或昵称里有“${filter['q']}”的用户，换个写法试试。`
    : '换个条件，或者清除筛选。'
}

const columnsWith = (currency: string, list: string): RowColumn<ConsoleUser>[] => [
  {
    head: '昵称',
    cell: 'n-lead grows',
    text: ({ nickname }) => nickname,
    draw: ({ id, email, nickname }) => (
      <Link data-row className="row-link" to={userHref(id)} state={{ list }}>
        {email === null ? '已注销的用户' : nickname}
        <DemoMark email={email} />
      </Link>
    ),
  },
  { head: '邮箱', cell: 'n-who grows', text: ({ email }) => email },
  {
    head: '余额',
    className: 'right',
    cell: 'n-sum',
    draw: ({ balance }) => <Credit credit={balance} />,
  },
  {
    head: '累计实付',
    className: 'right',
    draw: ({ paid }) => <Money amount={paid} currency={currency} />,
  },
  { head: '订单', className: 'right w-mid', draw: ({ orders }) => orders },
  { head: '登录设备', className: 'right w-mid', draw: ({ sessions }) => sessions },
  { head: '最近活动', className: 'w-mid', draw: ({ lastSeenAt }) => <DayTime iso={lastSeenAt} /> },
  { head: '注册', cell: 'n-time', draw: ({ createdAt }) => <DayTime iso={createdAt} /> },
  { head: '来源', className: 'w-late', text: ({ source }) => source },
  { head: '状态', cell: 'n-state', draw: (user) => <UserStateTag user={user} /> },
]

const PAUSE_MS = 250

/** The search field of the list; what is typed goes into the address after a pause. */
function UserSearch({ q, filter }: { q: string; filter: Filter }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  const [known, setKnown] = useState(q)
  // the address changed by a link or the back button
  if (known !== q) {
    setKnown(q)
    if (typed.trim() !== q) setTyped(q)
  }
  const search = useEffectEvent(() => {
    const next = typed.trim()
    if (next === q) return
    // the first search gets a history entry, what is typed on replaces it
    void navigate(consoleHref('/users', { ...filter, q: next }), {
      replace: q !== '',
      preventScrollReset: true,
    })
  })

  useEffect(() => {
    const timer = setTimeout(search, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <form
      className="list-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        search()
      }}
    >
      <Icon name="find" />
      <input
        className="input"
        type="search"
        aria-label="搜索用户"
        placeholder="邮箱、昵称或用户编号"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </form>
  )
}
