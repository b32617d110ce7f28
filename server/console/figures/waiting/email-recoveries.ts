import { permissionsOf } from '#contract/console/staff/roles.ts'
import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findWaitingRecoveries } from './waiting.store.ts'

/** Recoveries from lost mailboxes and second factors that can still be stopped, for those who may stop them. */
export const emailRecoveries: WaitingSource = async ({ sql, session }) => {
  if (!permissionsOf(session.role).includes('serve')) return null
  const first = await findWaitingRecoveries(sql, MOST_WAITING + 1)
  if (first === null) return null
  const { count, userId, nickname, isConfirmed, keepsEmail, due } = first
  const change = isConfirmed ? '换绑，新邮箱已确认' : '换绑，新邮箱还没确认'
  return waitingItem({
    name: 'email-recoveries',
    urgency: 'quiet',
    title: '换绑邮箱或关闭两步验证等待生效',
    detail: `${nickname} · ${keepsEmail ? '关闭两步验证' : change}`,
    count,
    due,
    href: `/users/user?user=${userId}`,
    action: '看用户',
  })
}
