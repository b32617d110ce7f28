import {
  PUSH_KIND_LABELS,
  PUSH_TOPIC_LABELS,
  PUSH_TOPICS,
} from '#contract/console/settings/push-fields.ts'
import { listChannels } from '../../alerts/pushes/channels.store.ts'
import { decryptTarget, shownAddress } from '../../alerts/pushes/target.ts'
import { defineCommand } from '../command.ts'
import { timeText } from '../terminal/format.ts'
import { formatTable } from '../terminal/table.ts'
import { quietTextOf } from './push-parameters.ts'

export const listChannelsCommand = defineCommand({
  name: 'pushes list',
  summary: '列出通知渠道，以及最近是否送达',
  arguments: {},
  options: {},
  async run({ sql, config, content }) {
    const { timeZone } = content.site
    const channels = (await listChannels(sql)).map(
      ({ target, quietFrom, quietUntil, sendingUntil: _, ...channel }) => ({
        ...channel,
        address: shownAddress(channel.kind, decryptTarget(config.secretKey, target)),
        quiet: quietTextOf({ quietFrom, quietUntil }),
      }),
    )
    const text = formatTable(channels, [
      { title: '名称', of: ({ name }) => name },
      { title: '种类', of: ({ kind }) => PUSH_KIND_LABELS[kind] },
      { title: '发到', of: ({ address }) => address },
      {
        title: '内容',
        of: ({ topics }) =>
          topics.length === PUSH_TOPICS.length
            ? '全部'
            : topics.map((topic) => PUSH_TOPIC_LABELS[topic]).join('、'),
      },
      { title: '免打扰', of: ({ quiet }) => quiet ?? '—' },
      { title: '最近送达', of: ({ lastSentAt }) => timeText(lastSentAt, timeZone) },
      { title: '等待', of: ({ waiting }) => String(waiting), align: 'right' },
      { title: '放弃', of: ({ dead }) => String(dead), align: 'right' },
      { title: '最近的错误', of: ({ lastError }) => lastError ?? '' },
    ])
    return { data: channels, text: channels.length === 0 ? '还没有通知渠道' : text }
  },
})
