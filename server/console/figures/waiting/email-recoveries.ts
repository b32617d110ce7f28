import { permissionsOf } from '#contract/console/roles.ts'
import { MOST_WAITING, waitingItem, type WaitingSource } from './waiting.ts'
import { findWaitingRecoveries } from './waiting.store.ts'

/** Changes of e-mail for lost mailboxes that can still be stopped, for those who may stop them. */
export const emailRecoveries: WaitingSource = async ({ sql, session }) => {
  if (!permissionsOf(session.role).includes('serve')) return null
  const first = await findWaitingRecoveries(sql, MOST_WAITING + 1)
  if (first === null) return null
  const { count, userId, nickname, isConfirmed, due } = first
  return waitingItem({
    name: 'email-recoveries',
    urgency: 'quiet',
    title: '换绑邮箱等待生效',
    detail: `${nickname} · ${isConfirmed ? '新邮箱已确认' : '新邮箱还没确认'}`,
    count,
    due,
    href: `/users/user?user=${userId}`,
    action: '看用户',
  })
}
