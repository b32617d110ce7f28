import type { MessageState } from '../../applications/webhooks/messages.store.ts'
import { defineCommand } from '../command.ts'
import { oneOfWords, optionalText, wholeNumber } from '../parameters.ts'
import { replayMessageAction } from './replay-webhook.ts'
import { timeText } from '../terminal/format.ts'
import { formatTable, joinSections } from '../terminal/table.ts'
import { requireApplication } from './find-application.ts'
import { listMessages } from './messages.store.ts'

const STATE_LABELS: Readonly<Record<MessageState, string>> = {
  waiting: '待送达',
  delivered: '已送达',
  given_up: '已放弃',
}

export const listWebhooksCommand = defineCommand({
  name: 'applications webhooks',
  summary: '列出发给应用的消息，或重新发送一条',
  notes: [
    '没有送达的消息在三天里不断重试，之后放弃；消息保留 30 天。',
    '重新发送时 webhook-id 不变，应用可以凭它认出已经处理过的消息。',
  ],
  arguments: {},
  options: {
    application: optionalText('应用', '只看这个应用：编号或 clientId'),
    state: oneOfWords(['waiting', 'delivered', 'given_up'], '只看这种状态'),
    limit: wholeNumber('条数', '最多列出多少条，默认 50', { min: 1, max: 1000, absent: 50 }),
    replay: optionalText('编号', '重新发送这条消息'),
    reason: optionalText('原因', '重新发送的原因，记入操作记录'),
  },
  async run(operator, { application: applicationRef, state, limit, replay, reason }) {
    if (replay !== null) return replayMessageAction(operator, replay, reason)
    const { sql, content } = operator
    const { timeZone } = content.site
    const application =
      applicationRef === null ? null : await requireApplication(operator, applicationRef)
    const rows = await listMessages(sql, { applicationId: application?.id ?? null, state, limit })
    const text = formatTable(rows, [
      { title: '编号', of: ({ id }) => id },
      { title: '应用', of: (row) => row.application },
      { title: '类型', of: ({ type }) => type },
      { title: '状态', of: (row) => `${STATE_LABELS[row.state]}（试过 ${row.tries} 次）` },
      { title: '产生', of: ({ createdAt }) => timeText(createdAt, timeZone) },
      { title: '结束', of: ({ endedAt }) => timeText(endedAt, timeZone) },
      { title: '原因', of: ({ lastError }) => lastError ?? '' },
    ])
    const more = rows.length === limit ? `只列出最近 ${limit} 条，更多请加 --limit` : null
    return { data: rows, text: rows.length === 0 ? '没有符合条件的消息' : joinSections(text, more) }
  },
})
