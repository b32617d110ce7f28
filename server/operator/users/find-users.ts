import { moneyText } from '../../money-text.ts'
import { defineCommand } from '../command.ts'
import { requiredText, wholeNumber } from '../parameters.ts'
import { countText, timeText } from '../terminal/format.ts'
import { formatHeading, joinSections, formatTable } from '../terminal/table.ts'
import { CLOSED_ACCOUNT_LABEL } from './find-user.ts'
import { movementsTable } from './movements-table.ts'
import { listMovements } from './movements.store.ts'
import { searchUsers } from './search-users.ts'
import { ALL_USERS, findUser } from './users-search.store.ts'

const LATEST = 10

export const findUsersCommand = defineCommand({
  name: 'users find',
  summary: '查找用户：邮箱、ID，或邮箱与昵称的一部分',
  notes: ['只找到一个用户时，同时列出最近的积分流水；全部流水见 users ledger。'],
  arguments: { text: requiredText('内容', '完整的邮箱或 ID，或其中一部分') },
  options: {
    limit: wholeNumber('条数', '最多列出多少个，默认 20', { min: 1, max: 1000, absent: 20 }),
  },
  async run({ sql, content }, { text: wanted, limit }) {
    const one = await findUser(sql, wanted.toLowerCase())
    const users = one
      ? [one]
      : (await searchUsers(sql, { ...ALL_USERS, text: wanted }, { before: null, limit })).users
    const { timeZone, currency } = content.site
    const text = formatTable(users, [
      { title: '邮箱', of: ({ email }) => email ?? CLOSED_ACCOUNT_LABEL },
      { title: '昵称', of: ({ nickname }) => nickname },
      { title: '余额', of: ({ balance }) => countText(balance), align: 'right' },
      { title: '订单', of: ({ orders }) => countText(orders), align: 'right' },
      { title: '实付', of: ({ paid }) => moneyText(paid, currency), align: 'right' },
      { title: '设备', of: ({ sessions }) => String(sessions), align: 'right' },
      { title: '最近使用', of: ({ lastSeenAt }) => timeText(lastSeenAt, timeZone) },
      {
        title: '状态',
        of: ({ blockedAt, closingAt }) =>
          [
            blockedAt === null ? null : '已停用',
            closingAt === null ? null : `${timeText(closingAt, timeZone)} 注销`,
          ]
            .filter((each) => each !== null)
            .join('，'),
      },
      { title: '注册', of: ({ createdAt }) => timeText(createdAt, timeZone) },
      { title: 'ID', of: ({ id }) => id },
    ])
    const [only, another] = users
    if (!only) return { data: users, text: `没有找到：${wanted}` }
    if (another) return { data: users, text }
    const movements = await listMovements(sql, only.id, { before: null, limit: LATEST })
    return {
      data: [{ ...only, movements }],
      text: joinSections(
        text,
        movements.length === 0
          ? '还没有积分流水'
          : `${formatHeading('最近的积分流水')}\n${movementsTable(movements, timeZone)}`,
        movements.length === LATEST ? `全部流水：users ledger ${only.email ?? only.id}` : null,
      ),
    }
  },
})
