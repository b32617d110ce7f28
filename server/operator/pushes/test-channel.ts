import { PUSH_KIND_LABELS } from '#contract/console/settings/push-fields.ts'
import { recordTry } from '../../alerts/pushes/channels.store.ts'
import { deliverPush } from '../../alerts/pushes/deliver.ts'
import { decryptTarget } from '../../alerts/pushes/target.ts'
import { RobotRefusal } from '../../gateways/pushes/send-to-robot.ts'
import { defineCommand } from '../command.ts'
import { EXIT, Refusal } from '../exit.ts'
import { performAction } from '../perform-action.ts'
import { channelArgument, requireChannel } from './push-parameters.ts'

export const testChannelCommand = defineCommand({
  name: 'pushes test',
  summary: '发一条测试通知，当场说明对方是否收下',
  console: { title: '测试通知渠道', permission: 'own', isImmediate: true },
  notes: ['不管免打扰的时间。邮件先进发件箱，由服务发送。'],
  arguments: { channel: channelArgument },
  options: {},
  async run(operator, { channel: reference }) {
    const { sql, config, now } = operator
    const channel = await requireChannel(operator, reference)
    const { id, kind, name } = channel
    const target = decryptTarget(config.secretKey, channel.target)
    const text = {
      title: '测试通知',
      lines: ['看到这条消息，说明这个通知渠道可以使用。'],
      link: config.console?.url ?? null,
    }
    await performAction(operator, {
      subject: name,
      async work() {
        try {
          await deliverPush(operator, sql, { kind, target }, text, new AbortController().signal)
        } catch (error) {
          if (!(error instanceof RobotRefusal)) throw error
          await recordTry(sql, id, { now: now(), error: error.message })
          throw new Refusal(`${PUSH_KIND_LABELS[kind]}没有收下：${error.message}`, {
            code: 'PUSH',
            exitCode: EXIT.refused,
          })
        }
        await recordTry(sql, id, { now: now(), error: null })
      },
      toAuditResult: () => ({ id }),
    })
    const place = kind === 'mail' ? '测试邮件已放进发件箱' : `${PUSH_KIND_LABELS[kind]}已收下`
    return { data: { id, kind, name }, text: `${place}，请到“${name}”里看` }
  },
})
