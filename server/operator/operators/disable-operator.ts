import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { changeStaff, refuseLastOwner } from './change-staff.ts'
import { operatorArgument, operatorLabel, requireOperator } from './find-operator.ts'
import { setOperatorDisabled } from './operators.store.ts'

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
      toAuditResult: () => ({}),
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
      toAuditResult: () => ({}),
    })
    return { isFinal: true, data: { id: colleague.id }, text: `${colleague.name}可以重新登录` }
  },
})
