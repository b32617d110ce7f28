import { MAIL_STATE_LABELS, MAIL_STATES } from '#contract/console/mail-states.ts'
import { type ConsoleMail, listConsoleMails } from '#contract/console/mails.ts'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import type { FilterField } from '../list/filter.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'

const FILTERS: readonly FilterField[] = [
  {
    kind: 'choice',
    name: 'state',
    label: '状态',
    choices: MAIL_STATES.map((value) => ({ value, label: MAIL_STATE_LABELS[value] })),
  },
  { kind: 'text', name: 'to', label: '收件人', placeholder: '完整的邮箱' },
  { kind: 'text', name: 'id', label: '编号', placeholder: '邮件编号' },
]

const OUTCOMES = { waiting: 'refused', done: 'done', dead: 'failed' } as const

/** The outbox; `id` in the address finds and marks one mail. */
export function MailsPage() {
  return (
    <ListPage
      path="/mails"
      title="邮件"
      read={({ state, ...filter }, before, options) =>
        callConsole(
          listConsoleMails,
          { ...filter, state: MAIL_STATES.find((each) => each === state), before },
          options,
        )
      }
      rows={({ mails }) => mails}
      caption="邮件，最新的在上面"
      note="已发送的邮件不保留收件人和内容。"
      fields={FILTERS}
      exported="mails"
      keyOf={({ id }) => id}
      isMarked={({ id }, filter) => id === filter['id']}
      columns={({ actions }) => columnsWith(actions)}
      empty={{ title: '没有邮件', text: '发给用户的邮件会出现在这里。' }}
    />
  )
}

const columnsWith = (actions: ActionStarter): RowColumn<ConsoleMail>[] => [
  { head: '时间', cell: 'n-time', draw: ({ createdAt }) => <DayTime iso={createdAt} /> },
  { head: '主题', cell: 'n-lead grows', text: (mail) => mail.subject ?? sentTitle(mail) },
  { head: '收件人', cell: 'n-who grows', text: ({ to }) => to },
  {
    head: '状态',
    cell: 'n-state',
    draw: ({ state }) => (
      <span className="tag" data-outcome={OUTCOMES[state]}>
        {MAIL_STATE_LABELS[state]}
      </span>
    ),
  },
  { head: '次数', className: 'right w-mid', draw: ({ attempts }) => attempts },
  { head: '下次发送', className: 'w-mid', draw: ({ nextTryAt }) => <DayTime iso={nextTryAt} /> },
  { head: '结束', className: 'w-late', draw: ({ finishedAt }) => <DayTime iso={finishedAt} /> },
  { head: '最近的错误', className: 'w-mid', cell: 'grows', text: ({ lastError }) => lastError },
  {
    head: '操作',
    isUnseen: true,
    cell: 'n-actions right',
    draw: ({ id, state, subject }) =>
      state !== 'done' && (
        <ActionButton
          data-row
          actions={actions}
          command="mail resend"
          given={{ mail: id }}
          kind="ghost"
          aria-label={`补发“${subject ?? id}”`}
        >
          补发
        </ActionButton>
      ),
  },
]

/** Of a sent mail neither subject nor address is kept. */
function sentTitle({ title }: ConsoleMail): string {
  return title === null ? '内容已不保留' : `${title}（内容已不保留）`
}
