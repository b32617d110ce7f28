import { listConsoleUsers } from '#contract/console/users.ts'
import { plainNumber } from '../../lib/csv.ts'
import { timeText } from '../../lib/local-time.ts'
import { majorUnits } from '../../lib/money-text.ts'
import { CLOSED_ACCOUNT_LABEL } from '../../operator/users/find-user.ts'
import {
  countUsers,
  findUser,
  type FoundUser,
  type UserFilter,
} from '../../operator/users/users-search.store.ts'
import { searchUsers } from '../../operator/users/search-users.ts'
import { exportedList, type PagePart } from '../exports/exported-list.ts'
import { filterFields } from '../exports/filter-fields.ts'
import { withLastActivity } from './last-activity.ts'
import { selectUsers } from './select-users.ts'

interface Filter {
  users: UserFilter
  /** The one user whose whole address or id was given. */
  one: FoundUser | null
  currency: string
}

type Row = FoundUser & { currency: string }

export const usersFile = exportedList({
  title: '用户',
  input: () => filterFields(listConsoleUsers.input),
  personal: ['q'],
  async toFilter(tx, input, { content: { site } }): Promise<Filter> {
    const users = selectUsers(input, site.timeZone)
    const one = users.text === '' ? null : await findUser(tx, users.text.toLowerCase())
    return { users, one, currency: site.currency }
  },
  subject: ({ one }) => one?.id ?? null,
  count: async (tx, { users, one }, most) => (one ? 1 : countUsers(tx, users, most)),
  async page(tx, { users, one, currency }, { after, limit }: PagePart<Row>): Promise<Row[]> {
    const found = one
      ? after
        ? []
        : [one]
      : (await searchUsers(tx, users, { before: after?.id ?? null, limit })).users
    const rows = await withLastActivity(tx, found)
    return rows.map((row) => ({ ...row, currency }))
  },
  columns: [
    { title: '邮箱', of: ({ email }) => email ?? CLOSED_ACCOUNT_LABEL },
    { title: '昵称', of: ({ nickname }) => nickname },
    { title: '积分余额', of: ({ balance }) => balance },
    { title: '订单数', of: ({ orders }) => orders },
    { title: '币种', of: ({ currency }) => currency.toUpperCase() },
    { title: '实付', of: ({ paid, currency }) => plainNumber(majorUnits(paid, currency)) },
    { title: '来源', of: ({ source }) => source },
    { title: '登录的设备', of: ({ sessions }) => sessions },
    {
      title: '最近活动',
      of: ({ lastSeenAt }, { timeZone }) => lastSeenAt && timeText(lastSeenAt, timeZone),
    },
    { title: '注册时间', of: ({ createdAt }, { timeZone }) => timeText(createdAt, timeZone) },
    {
      title: '注销时间',
      of: ({ closedAt, closingAt }, { timeZone }) => {
        const at = closedAt ?? closingAt
        return at && timeText(at, timeZone)
      },
    },
    { title: '用户编号', of: ({ id }) => id },
  ],
})
