import { permissionsOf } from '#contract/console/staff/roles.ts'
import { requireCommand } from '../../actions/run-command.ts'
import { listWaitingRequests } from '../../signatures/requests.store.ts'
import { waitingItem, type WaitingSource } from './waiting.ts'

/** Actions of colleagues that this operator may sign. */
export const waitingSignatures: WaitingSource = async ({ sql, now, session }) => {
  if (!permissionsOf(session.role).includes('sign')) return null
  const requests = (await listWaitingRequests(sql, now)).filter(
    ({ operatorId }) => operatorId !== session.operatorId,
  )
  const [oldest] = requests
  if (oldest === undefined) return null
  return waitingItem({
    name: 'signatures',
    urgency: 'wait',
    title: '等您签字',
    detail: `${requireCommand(oldest.command).console.title}\u00a0· ${oldest.operatorName} 发起`,
    count: requests.length,
    since: oldest.requestedAt,
    href: '/signatures',
    action: '看一看',
  })
}
