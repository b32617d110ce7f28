import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText, requiredText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { findMessage, replayMessage } from './messages.store.ts'

export const replayWebhookCommand = defineCommand({
  name: 'applications replay',
  summary: '重新发送一条给应用的消息',
  console: { title: '重新发送消息', permission: 'serve' },
  notes: ['webhook-id 不变，应用可以凭它认出已经处理过的消息；没有送达时再重试三天。'],
  arguments: { message: requiredText('编号', '消息的编号，见控制台的“应用”') },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { message: given, reason }) {
    const id = given.toLowerCase().replace(/^msg_/, '')
    const message = await findMessage(operator.sql, id)
    if (!message) throw new Refusal(`没有这条消息：${given}`, { code: 'NOT_FOUND' })
    await performAction(operator, {
      subject: id,
      reason,
      preview: `将向 ${message.application} 重新发送消息 ${id}（${message.type}）`,
      work: () => replayMessage(operator.sql, id),
      toAuditResult: () => ({ message: id }),
    })
    return { data: { id, type: message.type }, text: `已交给服务重新发送消息 ${id}` }
  },
})
