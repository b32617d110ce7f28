import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import { defineCommand } from '../command.ts'
import { timeText } from '../terminal/format.ts'
import { formatHeading, formatTable, joinSections } from '../terminal/table.ts'
import { listInvitations } from './invitations.store.ts'
import { listOperators, type StaffRow } from './operators.store.ts'

export const listOperatorsCommand = defineCommand({
  name: 'operators list',
  summary: '列出可以使用控制台的同事和还没有接受的邀请',
  arguments: {},
  options: {},
  async run({ sql, content, now }) {
    const { timeZone } = content.site
    const [operators, invitations] = await Promise.all([
      listOperators(sql, now()),
      listInvitations(sql, now()),
    ])
    const staff = formatTable(operators, [
      { title: '邮箱', of: ({ email }) => email },
      { title: '姓名', of: ({ name }) => name },
      { title: '角色', of: ({ role }) => ROLE_LABELS[role] },
      { title: '登录方式', of: factorText },
      { title: '恢复码', of: ({ recoveryCodesLeft }) => String(recoveryCodesLeft), align: 'right' },
      { title: '最近使用', of: ({ lastSeenAt }) => timeText(lastSeenAt, timeZone) },
      { title: '状态', of: ({ disabledAt }) => (disabledAt === null ? '' : '已停用') },
      { title: 'ID', of: ({ id }) => id },
    ])
    const invited = formatTable(invitations, [
      { title: '邮箱', of: ({ email }) => email ?? '首位所有者' },
      { title: '姓名', of: ({ name }) => name },
      { title: '角色', of: ({ role }) => ROLE_LABELS[role] },
      { title: '邀请者', of: ({ invitedBy }) => invitedBy },
      { title: '有效到', of: ({ expiresAt }) => timeText(expiresAt, timeZone) },
    ])
    return {
      data: { operators, invitations },
      text: joinSections(
        operators.length === 0 ? '还没有同事可以使用控制台' : staff,
        invitations.length === 0 ? null : `${formatHeading('还没有接受的邀请')}\n${invited}`,
      ),
    }
  },
})

function factorText({ passkeys, hasCode }: StaffRow): string {
  const factors = [passkeys > 0 ? `${passkeys} 个通行密钥` : null, hasCode ? '密码与验证器' : null]
  return factors.filter((factor) => factor !== null).join('、') || '还没有设置'
}
