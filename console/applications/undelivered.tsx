import type { UndeliveredMessage } from '#contract/console/applications.ts'
import { Link } from '#web/lib/router/link.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { userHref } from '../lib/console-href.ts'
import { DayTime } from '../panel/cells.tsx'
import { MiniTable, Panel, PanelNone } from '../panel/panel.tsx'

interface UndeliveredProps {
  messages: readonly UndeliveredMessage[]
  hasWebhook: boolean
  actions: ActionStarter
}

/** Messages that the application has not accepted, with the last error and a button to send each again. */
export function Undelivered({ messages, hasWebhook, actions }: UndeliveredProps) {
  return (
    <Panel title="未送达的消息" count={messages.length}>
      {messages.length === 0 ? (
        <PanelNone>{hasWebhook ? '消息都送达了。' : '没有登记 Webhook，不发消息。'}</PanelNone>
      ) : (
        <MiniTable
          caption="未送达的消息，最新的在上面"
          columns={[
            { head: '消息' },
            { head: '最后的错误' },
            { head: '下次' },
            { head: '操作', isUnseen: true },
          ]}
        >
          {messages.map((message) => (
            <MessageRow key={message.id} message={message} actions={actions} />
          ))}
        </MiniTable>
      )}
    </Panel>
  )
}

interface MessageRowProps {
  message: UndeliveredMessage
  actions: ActionStarter
}

function MessageRow({ message, actions }: MessageRowProps) {
  const { id, type, state, tries, lastError, userId, createdAt, nextTryAt } = message
  return (
    <tr>
      <td>
        {userId === null ? type : <Link to={userHref(userId)}>{type}</Link>}
        <br />
        <small className="faint">
          <DayTime iso={createdAt} />
        </small>
      </td>
      <td>
        {lastError ?? '–'}
        <br />
        <small className="faint">试过 {tries} 次</small>
      </td>
      <td>{state === 'given_up' ? '已放弃' : <DayTime iso={nextTryAt} />}</td>
      <td className="right">
        <ActionButton
          actions={actions}
          command="applications replay"
          given={{ message: id }}
          kind="ghost"
          aria-label={`重新发送 ${type}`}
        >
          重新发送
        </ActionButton>
      </td>
    </tr>
  )
}
