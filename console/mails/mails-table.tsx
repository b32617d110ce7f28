import { MAIL_STATE_LABELS } from '#contract/console/mail-states.ts'
import type { ConsoleMail } from '#contract/console/mails.ts'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { MarkedRow } from '../list/marked-row.tsx'
import { type Column, CutCell, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'

const COLUMNS: readonly Column[] = [
  { head: '时间' },
  { head: '主题' },
  { head: '收件人' },
  { head: '状态' },
  { head: '次数', className: 'right w-mid' },
  { head: '下次发送', className: 'w-mid' },
  { head: '结束', className: 'w-late' },
  { head: '最近的错误', className: 'w-mid' },
  { head: '操作', isUnseen: true },
]

const OUTCOMES = { waiting: 'refused', done: 'done', dead: 'failed' } as const

interface MailsTableProps {
  mails: readonly ConsoleMail[]
  /** The id of the mail that the address names. */
  marked: string | undefined
  actions: ActionStarter
}

export function MailsTable({ mails, marked, actions }: MailsTableProps) {
  return (
    <RowTable caption="邮件，最新的在上面" columns={COLUMNS}>
      {mails.map((mail) => (
        <MarkedRow key={mail.id} isMarked={mail.id === marked}>
          <td className="n-time">
            <DayTime iso={mail.createdAt} />
          </td>
          <CutCell className="n-lead grows" text={mail.subject ?? sentTitle(mail)} />
          <CutCell className="n-who grows" text={mail.to} />
          <td className="n-state">
            <span className="tag" data-outcome={OUTCOMES[mail.state]}>
              {MAIL_STATE_LABELS[mail.state]}
            </span>
          </td>
          <td className="right w-mid">{mail.attempts}</td>
          <td className="w-mid">
            <DayTime iso={mail.nextTryAt} />
          </td>
          <td className="w-late">
            <DayTime iso={mail.finishedAt} />
          </td>
          <CutCell className="w-mid grows" text={mail.lastError} />
          <td className="n-actions right">
            {mail.state !== 'done' && (
              <ActionButton
                data-row
                actions={actions}
                command="mail resend"
                given={{ mail: mail.id }}
                kind="ghost"
                aria-label={`补发“${mail.subject ?? mail.id}”`}
              >
                补发
              </ActionButton>
            )}
          </td>
        </MarkedRow>
      ))}
    </RowTable>
  )
}

/** Of a sent mail neither subject nor address is kept. */
function sentTitle({ title }: ConsoleMail): string {
  return title === null ? '内容已不保留' : `${title}（内容已不保留）`
}
