import type { ConsoleUser } from '#contract/console/users.ts'
import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { userHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { DemoMark } from '../panel/demo-mark.tsx'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { UserStateTag } from './user-state-tag.tsx'

const COLUMNS: readonly Column[] = [
  { head: '昵称' },
  { head: '邮箱' },
  { head: '余额', className: 'right' },
  { head: '累计实付', className: 'right' },
  { head: '订单', className: 'right w-mid' },
  { head: '登录设备', className: 'right w-mid' },
  { head: '最近活动', className: 'w-mid' },
  { head: '注册' },
  { head: '来源', className: 'w-late' },
  { head: '状态' },
]

export function UsersTable({ users }: { users: readonly ConsoleUser[] }) {
  const { currency } = useConsoleSite()
  const { search } = useLocation()
  return (
    <RowTable caption="用户" columns={COLUMNS}>
      {users.map((user) => (
        <tr key={user.id}>
          <td className="n-lead cut grows" title={user.nickname}>
            <Link data-row className="row-link" to={userHref(user.id)} state={{ list: search }}>
              {user.email === null ? '已注销的用户' : user.nickname}
              <DemoMark email={user.email} />
            </Link>
          </td>
          <CutCell className="n-who grows" text={user.email} />
          <td className="right n-sum">
            <Credit credit={user.balance} />
          </td>
          <td className="right">
            <Money amount={user.paid} currency={currency} />
          </td>
          <td className="right w-mid">{user.orders}</td>
          <td className="right w-mid">{user.sessions}</td>
          <td className="w-mid">
            <DayTime iso={user.lastSeenAt} />
          </td>
          <td className="n-time">
            <DayTime iso={user.createdAt} />
          </td>
          <CutCell className="w-late" text={user.source} />
          <td className="n-state">
            <UserStateTag user={user} />
          </td>
        </tr>
      ))}
    </RowTable>
  )
}
