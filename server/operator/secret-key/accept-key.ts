import { replaceSecretMark } from '../../process/start/checks/secret-key-mark.store.ts'
import { secretMark } from '../../config/secret-mark.ts'
import { defineCommand } from '../command.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'

export const acceptKeyCommand = defineCommand({
  name: 'secret-key accept',
  summary: '认可现在的 SECRET_KEY，让服务用它启动',
  notes: [
    '服务不会用数据库没有见过的 SECRET_KEY 启动，因为那样所有密码都会失效。',
    '只在旧密钥已经丢失、换成新的之后运行：每个用户都要用邮件重置密码。旧的还在就用 secret-key rotate。',
    '有 Webhook 的应用也要各运行一次 applications rotate --webhook-secret，否则消息发不出去。',
  ],
  arguments: {},
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { reason }) {
    const { sql, config } = operator
    const isNew = await performAction(operator, {
      reason,
      preview: '将认可现在的 SECRET_KEY；如果它与以前的不同，所有用户都要重置密码',
      work: () => replaceSecretMark(sql, secretMark(config.secretKey)),
      toAuditResult: (replaced) => ({ replaced }),
    })
    return {
      data: { replaced: isNew },
      text: isNew
        ? '已认可新的 SECRET_KEY：现在可以启动服务，用户要用邮件重置密码'
        : '没有变化：数据库记得的就是现在的 SECRET_KEY',
    }
  },
})
