import { ROLE_LABELS } from '#contract/console/staff/roles.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { changeStaff, refuseLastOwner } from './change-staff.ts'
import { operatorArgument, operatorLabel, requireOperator, roleParameter } from './find-operator.ts'
import { setOperatorRole } from './operators.store.ts'

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
