import { confirmEmailRecovery, stopEmailRecovery } from '#contract/account/email-recovery.ts'
import { call } from '../../lib/call/call.ts'
import { formatDayTime } from '../../lib/format/time.ts'
import { Link } from '../../lib/router/link.tsx'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/action/button.tsx'
import { LinkPanel } from '../frame/link-panel.tsx'

/** Stops a change of e-mail for a lost mailbox, opened by the notice to the old address. */
export function StopRecoveryPanel({ token }: { token: string }) {
  return (
    <LinkPanel
      headline={['换绑不是您申请的？', '现在就停止。']}
      words="停止之后，登录邮箱和两步验证都保持不变。再换一个只有您知道的密码。"
      lead={
        <>
          换绑是您申请的？不用操作，<Link to="/account/login">去登录</Link>就行。
        </>
      }
      title="停止换绑邮箱"
      explanation="有人说收不到这个邮箱的信，申请把账户的登录邮箱改成另一个；邮件里写了关闭两步验证的，会一起关闭。您能看到这个页面，说明这个邮箱还收得到信。"
      label="停止换绑"
      expired="这个链接已经失效：换绑已经生效，或者已经结束。换绑不是您申请的，请马上联系客服。"
      run={async () => {
        await call(stopEmailRecovery, { token }, { isQuiet: true })
        return '换绑已停止，登录邮箱和两步验证都保持不变。有人想用您的账户，请马上重置密码。'
      }}
      next={
        <ButtonLink kind="primary" size="large" isWide to="/account/reset-password">
          重置密码
        </ButtonLink>
      }
    />
  )
}

/** Stops the removal of a lost second factor, opened by the notice to the address of the account. */
export function KeepFactorPanel({ token }: { token: string }) {
  return (
    <LinkPanel
      headline={['没有申请关闭？', '现在就停止。']}
      words="停止之后，登录照样要两步验证。再换一个只有您知道的密码。"
      lead={
        <>
          关闭是您申请的？不用操作，到时<Link to="/account/login">去登录</Link>就行。
        </>
      }
      title="停止关闭两步验证"
      explanation="有人说通行密钥、验证器和恢复码都丢了，申请关闭账户的两步验证，以后只用密码登录。"
      label="停止关闭"
      expired="这个链接已经失效：两步验证已经关闭，或者申请已经结束。关闭不是您申请的，请马上重置密码，并联系客服。"
      run={async () => {
        await call(stopEmailRecovery, { token }, { isQuiet: true })
        return '已停止，两步验证保持不变。有人想用您的账户，可能知道您的密码，请马上重置密码。'
      }}
      next={
        <ButtonLink kind="primary" size="large" isWide to="/account/reset-password">
          重置密码
        </ButtonLink>
      }
    />
  )
}

/** Confirms the new mailbox of such a change, opened by the mail to it. */
export function ConfirmRecoveryPanel({ token }: { token: string }) {
  const { timeZone } = useSite()
  return (
    <LinkPanel
      headline={['换一个邮箱，', '账户还是您的。']}
      words="余额和订单都不变，密钥和给应用的授权要重新建立。生效之后，用新邮箱重置密码就能登录。"
      lead="没有申请过换绑？关掉这一页就行。"
      title="确认新邮箱"
      explanation="确认之后，这个邮箱会成为账户的登录邮箱。为了安全，要等到通知过原邮箱 72 小时之后才生效。"
      label="确认新邮箱"
      expired="这个链接已经失效：换绑已经生效，或者已经停止。需要帮忙请联系客服。"
      run={async () => {
        const { dueAt } = await call(confirmEmailRecovery, { token }, { isQuiet: true })
        return `已确认。换绑会在 ${formatDayTime(dueAt, timeZone)} 生效，到时这个邮箱会收到通知。`
      }}
      next={
        <ButtonLink size="large" isWide to="/">
          回首页
        </ButtonLink>
      }
    />
  )
}
