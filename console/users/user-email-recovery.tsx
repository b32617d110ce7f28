import type { UserDetail, UserEmailRecovery } from '#contract/console/users.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { spanText } from '../home/span-text.ts'
import { Facts } from '../panel/facts.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { Panel } from '../panel/panel.tsx'
import { now } from '#web/lib/clock.ts'

const STATES: Readonly<Record<UserEmailRecovery['state'], string>> = {
  waiting: '等待生效',
  done: '已生效',
  stopped: '已停止',
  failed: '没有成功',
}

const REASONS: Readonly<Record<NonNullable<UserEmailRecovery['endReason']>, string>> = {
  user: '有人用邮件里的链接停止：可能有人冒充用户，也可能邮箱在别人手里',
  operator: '运营停止',
  blocked: '账户停用了',
  closing: '账户申请了注销',
  changed: '用户自己改了邮箱或两步验证，或者又用过两步验证',
  unconfirmed: '新邮箱没有在期限内确认',
  taken: '新邮箱已经注册了另一个账户',
}

interface UserEmailRecoveryPanelProps {
  detail: UserDetail
  actions: ActionStarter
}

/** The newest recovery from a lost mailbox or second factor, which can be stopped while it waits. */
export function UserEmailRecoveryPanel({ detail, actions }: UserEmailRecoveryPanelProps) {
  const { user, emailRecovery } = detail
  if (emailRecovery === null) return null
  const { oldEmail, newEmail, reason, askedBy, signedBy, ...rest } = emailRecovery
  const { removesSecondFactor } = rest
  const { createdAt, dueAt, state, endedAt, endReason } = rest
  const isWaiting = state === 'waiting'
  return (
    <Panel
      title={newEmail === null ? '关闭两步验证' : '换绑邮箱'}
      aside={
        isWaiting && (
          <ActionButton
            actions={actions}
            command="users change-email-stop"
            given={{ user: user.email ?? user.id }}
          >
            {newEmail === null ? '停止关闭' : '停止换绑'}
          </ActionButton>
        )
      }
    >
      <div className="panel-body">
        {isWaiting && (
          <Notice kind="wait">
            {user.blockedAt === null ? null : '账户停用着，只有我们能停止。'}
            {stateText(emailRecovery, user)}
            <DayTime iso={dueAt} />
            {leftText(dueAt)}
          </Notice>
        )}
        <div className="facts-pair">
          <Facts
            rows={[
              [newEmail === null ? '邮箱' : '从', oldEmail],
              ['改为', newEmail],
              ['两步验证', removesSecondFactor ? '届时关闭' : '不变'],
              ['状态', STATES[state]],
              ['说明', endReason === null ? null : REASONS[endReason]],
              ['原因', reason],
            ]}
          />
          <Facts
            rows={[
              ['发起', askedBy],
              ['签字', signedBy ?? '没有第二人'],
              ['申请于', <DayTime key="made" iso={createdAt} />],
              ['结束于', endedAt === null ? null : <DayTime key="ended" iso={endedAt} />],
            ]}
          />
        </div>
      </div>
    </Panel>
  )
}

function stateText(
  { newEmail, confirmedAt }: UserEmailRecovery,
  { blockedAt }: UserDetail['user'],
): string {
  if (newEmail === null) {
    return blockedAt === null ? '用户可以用邮件里的链接停止，将生效于 ' : '将生效于 '
  }
  return confirmedAt === null ? '新邮箱还没确认，到时没有确认就不生效：' : '新邮箱已确认，将生效于 '
}

function leftText(dueAt: string): string {
  const left = Date.parse(dueAt) - now()
  return left > 0 ? `，还剩 ${spanText(left)}。` : '，正在执行。'
}
