import { useState } from 'react'
import { act } from '#contract/console/actions.ts'
import {
  PUSH_KIND_LABELS,
  PUSH_TOPIC_LABELS,
  PUSH_TOPICS,
} from '#contract/console/settings/push-fields.ts'
import { listPushChannels, type PushChannel } from '#contract/console/settings/pushes.ts'
import { Button } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { type ActionStarter, useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useStep } from '#web/ui/action/use-step.ts'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'

/** The channels through which operators are told of what waits. */
export function PushChannels() {
  const load = useLoad('pushes', (signal) =>
    callConsole(listPushChannels, {}, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(load.reload)
  const [tested, setTested] = useState<string>()
  const test = useStep(async ({ id }: PushChannel) => {
    setTested(undefined)
    try {
      const answer = await callConsole(
        act,
        { command: 'pushes test', given: { channel: id }, mark: null },
        { isQuiet: true },
      )
      if (answer.is === 'done') setTested(answer.report.sentences.join('；'))
    } finally {
      load.reload()
    }
  })
  return (
    <>
      <section className="panel list-panel" aria-labelledby="pushes">
        <header className="panel-head pushes-head">
          <h2 id="pushes">通知渠道</h2>
          <span className="faint">有待办时通知谁。通知只含事项、订单号和链接。</span>
          <span className="end">
            <ActionButton actions={actions} command="pushes add" kind="primary" icon="plus">
              添加
            </ActionButton>
          </span>
        </header>
        {tested !== undefined && (
          <Notice kind="good" role="status">
            {tested}
          </Notice>
        )}
        {test.message && (
          <Notice kind="bad" role="alert">
            {test.message.text}
          </Notice>
        )}
        {!test.message && <Failures channels={load.data?.channels ?? []} />}
        <Loaded load={load} what="通知渠道" lines={4}>
          {({ channels }) =>
            channels.length === 0 ? (
              <Empty heading="h3" title="还没有通知渠道">
                可以发到邮箱，或企业微信、钉钉、飞书群里的机器人。
              </Empty>
            ) : (
              <ChannelsTable
                channels={channels}
                actions={actions}
                isTesting={test.isBusy}
                onTest={test.run}
              />
            )
          }
        </Loaded>
      </section>
      {actions.dialog}
    </>
  )
}

/** Channels whose last try failed, with the reason. */
function Failures({ channels }: { channels: readonly PushChannel[] }) {
  return channels
    .filter(({ lastError }) => lastError !== null)
    .map(({ id, name, lastError }) => (
      <Notice key={id} kind="bad">
        {name}：{lastError}
      </Notice>
    ))
}

const COLUMNS: readonly Column[] = [
  { head: '名称' },
  { head: '发到' },
  { head: '状态' },
  { head: '内容' },
  { head: '免打扰', className: 'w-mid' },
  { head: '最近送达', className: 'w-mid' },
  { head: '操作', isUnseen: true },
]

interface ChannelsTableProps {
  channels: readonly PushChannel[]
  actions: ActionStarter
  isTesting: boolean
  onTest: (channel: PushChannel) => void
}

function ChannelsTable({ channels, actions, isTesting, onTest }: ChannelsTableProps) {
  return (
    <RowTable caption="通知渠道" columns={COLUMNS}>
      {channels.map((channel) => {
        const { id, name, kind, address, topics, quiet, lastSentAt } = channel
        const state = stateOf(channel)
        return (
          <tr key={id}>
            <td className="n-lead cut">
              <b>{name}</b>
            </td>
            <CutCell className="n-who" text={kind === 'mail' ? address : PUSH_KIND_LABELS[kind]} />
            <td className="n-state">
              <span className="tag" data-outcome={state.outcome}>
                {state.label}
              </span>
            </td>
            <CutCell className="n-rest grows" text={topicsText(topics)} />
            <td className="w-mid">{quiet ?? <span className="faint dash">–</span>}</td>
            <td className="w-mid">
              <DayTime iso={lastSentAt} />
            </td>
            <td className="n-actions right">
              <span className="row-actions">
                <Button
                  data-row
                  kind="ghost"
                  size="small"
                  isBusy={isTesting}
                  aria-label={`测试 ${name}`}
                  onClick={() => onTest(channel)}
                >
                  测试
                </Button>
                <ActionButton
                  actions={actions}
                  command="pushes remove"
                  given={{ channel: id }}
                  kind="ghost"
                  aria-label={`删除 ${name}`}
                >
                  删除
                </ActionButton>
              </span>
            </td>
          </tr>
        )
      })}
    </RowTable>
  )
}

function stateOf({ lastError, lastSentAt, waiting }: PushChannel) {
  if (lastError !== null) return { outcome: 'failed', label: '没有送达' }
  if (waiting > 0) return { outcome: 'refused', label: `${waiting} 件等待` }
  return lastSentAt === null
    ? { outcome: 'none', label: '还没发过' }
    : { outcome: 'done', label: '正常' }
}

function topicsText(topics: PushChannel['topics']): string {
  return topics.length === PUSH_TOPICS.length
    ? '全部'
    : topics.map((topic) => PUSH_TOPIC_LABELS[topic]).join('、')
}
