import type { UserDetail } from '#contract/console/users.ts'
import { CopyButton } from '#web/ui/action/copy-button.tsx'
import { Credit, Money } from '#web/ui/display/money.tsx'
import { TimeText } from '#web/ui/display/time-text.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { ActionStarter } from '../actions/use-action-dialog.tsx'
import { DayTime, DemoMark } from '../panel/cells.tsx'
import { Strip } from '../panel/panel.tsx'
import { UserStateTag } from './user-state-tag.tsx'

interface UserHeadProps {
  detail: UserDetail
  actions: ActionStarter
}

/** Name, state, actions of the role, and the values that matter most. */
export function UserHead({ detail, actions }: UserHeadProps) {
  const { user, credit, counts } = detail
  const { id, email, nickname, source } = user
  const given = { user: email ?? id }
  return (
    <>
      <header className="thing-head">
        <span className="avatar" aria-hidden="true">
          {Array.from(nickname)[0]}
        </span>
        <div>
          <h1>
            <span>{email === null ? '已注销的用户' : nickname}</span>
            <UserStateTag user={user} />
            <DemoMark email={email} />
          </h1>
          <p>
            {email !== null && <CopyButton text={email} what="邮箱" />}{' '}
            <CopyButton text={id} what="用户编号" />
          </p>
        </div>
        {user.closedAt === null && (
          <span className="row-actions">
            <ActionButton
              actions={actions}
              command="users credit"
              given={given}
              kind="primary"
              icon="credit"
            >
              调整积分
            </ActionButton>
            <ActionButton
              actions={actions}
              command="users sessions-revoke"
              given={given}
              icon="leave"
            >
              结束登录
            </ActionButton>
            <ActionButton actions={actions} command="users change-email" given={given}>
              换绑邮箱
            </ActionButton>
            {user.secondFactorSince !== null && (
              <ActionButton actions={actions} command="users remove-second-factor" given={given}>
                关闭两步验证
              </ActionButton>
            )}
            {user.blockedAt === null ? (
              <ActionButton actions={actions} command="users block" given={given} kind="danger">
                停用账户
              </ActionButton>
            ) : (
              <ActionButton actions={actions} command="users unblock" given={given}>
                恢复账户
              </ActionButton>
            )}
            {user.closingAt === null ? (
              <ActionButton actions={actions} command="users close" given={given} kind="danger">
                注销账户
              </ActionButton>
            ) : (
              <ActionButton actions={actions} command="users keep" given={given}>
                取消注销
              </ActionButton>
            )}
          </span>
        )}
      </header>
      <Strip
        rows={[
          [
            '可用',
            <span key="available" className={credit.available < 0 ? 'minus' : 'money-in'}>
              <Credit credit={credit.available} />
            </span>,
          ],
          ['预留', <Credit key="held" credit={credit.held} />],
          ['欠额', <Credit key="debt" credit={credit.debt} />],
          ['累计实付', <Money key="paid" amount={user.paid} currency={user.currency} />],
          ['订单', `${counts.orders} 笔`],
          ['注册', <TimeText key="made" iso={user.createdAt} style="date" />],
          ['来源', source],
          ['最近活动', <DayTime key="seen" iso={user.lastSeenAt} />],
          [
            '两步验证',
            user.secondFactorSince === null ? null : (
              <span key="factor">
                <DayTime iso={user.secondFactorSince} /> 起
              </span>
            ),
          ],
          [
            '密码停用于',
            user.passwordStoppedAt === null ? null : (
              <DayTime key="stopped" iso={user.passwordStoppedAt} />
            ),
          ],
          [
            '停用于',
            user.blockedAt === null || user.closedAt !== null ? null : (
              <DayTime key="blocked" iso={user.blockedAt} />
            ),
          ],
          [
            '将注销于',
            user.closingAt === null || user.closedAt !== null ? null : (
              <span key="closing">
                <DayTime iso={user.closingAt} />
                {user.blockedAt === null ? null : '（停用期间不注销）'}
              </span>
            ),
          ],
        ]}
      />
    </>
  )
}
