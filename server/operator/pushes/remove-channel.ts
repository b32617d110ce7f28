import { PUSH_KIND_LABELS } from '#contract/console/settings/push-fields.ts'
import { deleteChannel } from '../../alerts/pushes/channels.store.ts'
import { defineCommand } from '../command.ts'
import { Refusal } from '../exit.ts'
import { optionalText } from '../parameters.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { channelArgument, requireChannel } from './push-parameters.ts'

export const removeChannelCommand = defineCommand({
  name: 'pushes remove',
  summary: '删除一个通知渠道',
  console: { title: '删除通知渠道', permission: 'own' },
  notes: ['还没有发出的通知不再发给它；聊天群里的机器人请到群里删除。'],
  arguments: { channel: channelArgument },
  options: { reason: optionalText('原因', '记入操作记录') },
  async run(operator, { channel: reference, reason }) {
    const { id, kind, name } = await requireChannel(operator, reference)
    await performAction(operator, {
      subject: name,
      reason,
      preview: `将删除通知渠道“${name}”（${PUSH_KIND_LABELS[kind]}）`,
      async work() {
        if (await deleteChannel(operator.sql, id)) return
        throw new Refusal('这个通知渠道已经删除', { code: 'NOT_FOUND' })
      },
      toAuditResult: () => ({ id }),
    })
    return {
      isFinal: true,
      data: { id, name },
      ...reported({ sentences: [`已删除通知渠道“${name}”`] }),
    }
  },
})
