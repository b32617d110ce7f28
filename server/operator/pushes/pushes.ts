import {
  type ChannelRow,
  deleteChannel,
  findNamedChannel,
  insertChannel,
  type QuietHours,
  recordTry,
} from '../../alerts/pushes/channels.store.ts'
import { quietText, readQuietHours } from '../../alerts/pushes/quiet-hours.ts'
import { EXIT, Refusal, wrongUsage } from '../exit.ts'
import type { OperatorContext } from '../operator.ts'
import { optionalText, type Parameter, requiredText, secret, someOfWords } from '../parameters.ts'
import {
  PUSH_KIND_LABELS,
  PUSH_TOPIC_LABELS,
  PUSH_TOPICS,
  type PushKind,
} from '#contract/console/settings/push-fields.ts'
import { email } from '#contract/fields.ts'
import {
  decryptTarget,
  encryptTarget,
  type PushTarget,
  shownAddress,
} from '../../alerts/pushes/target.ts'
import type { Config } from '../../config/config.ts'
import { uuidv7 } from '../../db/ids.ts'
import { robotOf, ROBOTS } from '../../gateways/pushes/robots.ts'
import { defineCommand } from '../command.ts'
import { performAction } from '../perform-action.ts'
import { reported } from '../report.ts'
import { deliverPush } from '../../alerts/pushes/deliver.ts'
import { RobotRefusal } from '../../gateways/pushes/send-to-robot.ts'

const channelArgument = requiredText('渠道', '通知渠道的名称或 ID，见控制台的“设置 → 通知”')

const quietParameter: Parameter<QuietHours | null> = {
  value: '免打扰',
  help: '例如 22:00-08:00，按网站的时区；这段时间的通知到结束时一起发',
  isRequired: false,
  read(given) {
    if (given === undefined) return null
    const hours = readQuietHours(given)
    if (hours === null) throw wrongUsage('应为两个时间，例如 22:00-08:00')
    return hours
  },
}

/** The quiet hours of a stored channel as text; null for none. */
export function quietTextOf({
  quietFrom,
  quietUntil,
}: Pick<ChannelRow, 'quietFrom' | 'quietUntil'>): string | null {
  return quietFrom === null || quietUntil === null
    ? null
    : quietText({ from: quietFrom, until: quietUntil })
}

/** The one channel that the operator names. */
async function requireChannel(
  { sql }: Pick<OperatorContext, 'sql'>,
  reference: string,
): Promise<ChannelRow> {
  const channel = await findNamedChannel(sql, reference)
  if (channel === null) throw new Refusal(`没有这个通知渠道：${reference}`, { code: 'NOT_FOUND' })
  return channel
}

export const addChannelCommand = defineCommand({
  name: 'pushes add',
  summary: '添加一个通知渠道：有事要处理时，发到邮箱或聊天群的机器人',
  console: { title: '添加通知渠道', permission: 'own' },
  notes: [
    '地址和签名密钥加密保存，之后不再显示，也不写入操作记录；命令行会留在终端的历史里，可以改在控制台里添加。',
    '通知里只有事项、订单号和控制台的链接，没有用户的资料。一分钟内的几件事合成一条。',
    '企业微信、飞书、钉钉：在群里添加“自定义机器人”，复制它的 Webhook 地址；钉钉与飞书选了“加签”或“签名校验”时，把密钥也填上。是哪一家，由地址看出。',
  ],
  arguments: {},
  options: {
    name: requiredText('名称', '怎样称呼它，例如 客服群'),
    address: secret(requiredText('地址', '邮箱，或机器人完整的 Webhook 地址')),
    sign: secret(optionalText('签名密钥', '钉钉或飞书的机器人设了签名时填写')),
    topics: {
      ...someOfWords(PUSH_TOPICS, PUSH_TOPIC_LABELS, '告诉它哪些事，默认全部'),
      label: '内容',
    },
    quiet: quietParameter,
  },
  async run(operator, { name, address, sign, topics, quiet }) {
    const { sql, config, now, call } = operator
    const { kind, target } = readTarget(config, { address, sign })
    const facts = [
      ['名称', name],
      ['发到', `${PUSH_KIND_LABELS[kind]} ${shownAddress(kind, target)}`],
      ['内容', topics.map((topic) => PUSH_TOPIC_LABELS[topic]).join('、')],
      ['免打扰', quiet && quietText(quiet)],
    ] as const
    const id = uuidv7()
    await performAction(operator, {
      subject: name,
      preview: { facts, sentences: ['将添加这个通知渠道，添加之后请测试一次'] },
      async work() {
        const isNew = await insertChannel(sql, {
          ...{ id, kind, name, topics, quiet, now: now() },
          target: encryptTarget(config.secretKey, target),
          createdBy: call.actor.operator,
        })
        if (!isNew) throw new Refusal(`已经有叫“${name}”的通知渠道`, { code: 'EXISTS' })
      },
      toAuditResult: () => ({ id }),
    })
    return { data: { id, kind, name }, ...reported({ facts, sentences: ['已添加，请测试一次'] }) }
  },
})

/** Throws wrongUsage for an address that leads nowhere. */
function readTarget(
  { pushStandIns }: Pick<Config, 'pushStandIns'>,
  { address, sign }: { address: string; sign: string | null },
): { kind: PushKind; target: PushTarget } {
  const mail = email.safeParse(address)
  const kind = mail.success ? 'mail' : robotOf(address, pushStandIns)
  if (kind === null) {
    throw wrongUsage('--address 应为邮箱，或企业微信、钉钉、飞书的机器人完整的 https 地址')
  }
  if (sign !== null && (kind === 'mail' || !ROBOTS[kind].canSign)) {
    throw wrongUsage(`--sign 只用于钉钉和飞书，${PUSH_KIND_LABELS[kind]}不用填`)
  }
  return { kind, target: { address: mail.success ? mail.data : address, secret: sign } }
}

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
