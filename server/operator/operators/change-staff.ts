import { isCheckViolation, type Query } from '../../db/sql.ts'
import { Refusal } from '../exit.ts'
import { AppError } from '../../http/app-error.ts'
import { queueMail } from '../../mail/outbox.ts'
import type { ActionActor } from '../audit/actions.store.ts'
import type { OperatorContext } from '../operator.ts'
import { staffChangedMail } from './operator-mails.ts'
import {
  listOwnerEmails,
  lockOperators,
  lockOperatorSession,
  type OperatorRow,
  setOperatorDisabled,
  setOperatorRole,
} from './operators.store.ts'
import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import { defineCommand } from '../command.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { operatorArgument, operatorLabel, requireOperator, roleParameter } from './find-operator.ts'

interface StaffChange {
  /** A sentence without its end, for the mail. */
  what: string
  /** Null: nobody who can sign in yet. */
  colleague: Pick<OperatorRow, 'id' | 'email'> | null
}

/**
 * Changes in one transaction who may use the console. Throws UNAUTHENTICATED when the session of the acting operator
 * has ended since the action began. Mails the colleague concerned and every owner from before and after the change,
 * because a browser that was taken over would do it in secret otherwise.
 */
export function changeStaff<T>(
  { sql, content, call }: Pick<OperatorContext, 'sql' | 'content' | 'call'>,
  { what, colleague }: StaffChange,
  work: (tx: Query) => Promise<T>,
): Promise<T> {
  return sql.begin(async (tx) => {
    await lockActor(tx, call.actor, colleague === null ? [] : [colleague.id])
    const before = await listOwnerEmails(tx)
    const result = await work(tx)
    const recipients = new Set([...before, ...(await listOwnerEmails(tx))])
    if (colleague !== null) recipients.add(colleague.email)
    for (const to of recipients) {
      const facts = { what, by: call.actor.operator, isOwn: to === colleague?.email }
      await queueMail(tx, { to, ...staffChangedMail({ content }, facts) })
    }
    return result
  })
}

/**
 * Locks the colleagues, and the session of whoever acts in the console; a terminal has none. No command that changes
 * staff is signed today, and a signed one would be refused here: it has the requester's id with the signer's session.
 */
async function lockActor(
  tx: Query,
  { channel, operatorId, sessionId }: ActionActor,
  colleagues: readonly string[],
): Promise<void> {
  if (channel === 'terminal') return lockOperators(tx, colleagues)
  const isLive =
    operatorId !== null &&
    sessionId !== null &&
    (await lockOperatorSession(tx, { operatorId, sessionId }, colleagues))
  if (!isLive) throw new AppError('UNAUTHENTICATED')
}

/** Turns the database's refusal to lose the last owner into a sentence. */
export function refuseLastOwner(error: unknown): never {
  if (!isCheckViolation(error, 'operators_owner')) throw error
  throw new Refusal('这是最后一位所有者：请先让另一位同事成为所有者', { code: 'LAST_OWNER' })
}

export const setRoleCommand = defineCommand({
  name: 'operators role',
  summary: '改变同事的角色',
  console: { title: '改变角色', permission: 'own' },
  notes: ['马上生效；对方的登录会结束，重新登录后是新的角色。'],
  arguments: { operator: operatorArgument, role: roleParameter },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(context, { operator: reference, role, reason }) {
    const colleague = await requireOperator(context, reference)
    if (colleague.role === role) {
      throw new Refusal(`${colleague.name}已经是${ROLE_LABELS[role]}`, { code: 'SAME' })
    }
    await performAction(context, {
      subject: colleague.id,
      reason,
      preview: `将把 ${operatorLabel(colleague)} 改为${ROLE_LABELS[role]}`,
      work: () =>
        changeStaff(
          context,
          { what: `${operatorLabel(colleague)} 的角色改为${ROLE_LABELS[role]}`, colleague },
          (tx) => setOperatorRole(tx, colleague.id, { role, now: context.now() }),
        ).catch(refuseLastOwner),
      toAuditResult: () => ({ from: colleague.role, to: role }),
    })
    return {
      data: { id: colleague.id, role },
      text: `${colleague.name}现在是${ROLE_LABELS[role]}`,
    }
  },
})

export const disableOperatorCommand = defineCommand({
  name: 'operators disable',
  summary: '停用同事的控制台账号',
  console: { title: '停用同事', permission: 'own' },
  notes: ['马上生效：对方的登录全部结束，也不能再登录。operators enable 可以恢复。'],
  arguments: { operator: operatorArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(context, { operator: reference, reason }) {
    const colleague = await requireOperator(context, reference)
    if (colleague.disabledAt !== null) {
      throw new Refusal(`${colleague.name}已经停用`, { code: 'SAME' })
    }
    await performAction(context, {
      subject: colleague.id,
      reason,
      preview: `将停用 ${operatorLabel(colleague)}，对方的登录全部结束`,
      work: () =>
        changeStaff(context, { what: `${operatorLabel(colleague)} 已停用`, colleague }, (tx) =>
          setOperatorDisabled(tx, colleague.id, { isDisabled: true, now: context.now() }),
        ).catch(refuseLastOwner),
    })
    return { isFinal: true, data: { id: colleague.id }, text: `已停用 ${colleague.name}` }
  },
})

export const enableOperatorCommand = defineCommand({
  name: 'operators enable',
  summary: '恢复停用的同事',
  console: { title: '恢复同事', permission: 'own' },
  notes: ['角色与登录方式同停用之前。'],
  arguments: { operator: operatorArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(context, { operator: reference, reason }) {
    const colleague = await requireOperator(context, reference)
    if (colleague.disabledAt === null) {
      throw new Refusal(`${colleague.name}没有停用`, { code: 'SAME' })
    }
    await performAction(context, {
      subject: colleague.id,
      reason,
      preview: `将恢复 ${operatorLabel(colleague)}，可以重新登录`,
      work: () =>
        changeStaff(
          context,
          { what: `${operatorLabel(colleague)} 已恢复，可以重新登录`, colleague },
          (tx) => setOperatorDisabled(tx, colleague.id, { isDisabled: false, now: context.now() }),
        ),
    })
    return { isFinal: true, data: { id: colleague.id }, text: `${colleague.name}可以重新登录` }
  },
})
