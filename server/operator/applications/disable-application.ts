import { disableApplication as disable } from '../../applications/registry/applications.store.ts'
import { defineCommand } from '../command.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import {
  applicationArgument,
  applicationLabel,
  disabledRefusal,
  requireApplication,
} from './find-application.ts'

export const disableApplicationCommand = defineCommand({
  name: 'applications disable',
  summary: '停用一个应用',
  console: { title: '停用应用', permission: 'own' },
  notes: [
    '它的密钥在 30 秒内处处失效，消息不再发送；它占用的积分到期后退回。停用后不能恢复，请重新登记。',
  ],
  arguments: { application: applicationArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { application: applicationRef, reason }) {
    const { sql, now } = operator
    const application = await requireApplication(operator, applicationRef)
    if (application.disabledAt !== null) throw disabledRefusal(application)
    const disabledAt = now()
    await performAction(operator, {
      subject: application.id,
      reason,
      preview: `将停用应用 ${applicationLabel(application)}，不能恢复`,
      async work() {
        if (!(await disable(sql, application.id, disabledAt))) throw disabledRefusal(application)
      },
      toAuditResult: () => ({ application: application.id }),
    })
    return {
      isFinal: true,
      data: { id: application.id, disabledAt },
      text: `已停用应用 ${applicationLabel(application)}`,
    }
  },
})
