import { refuseLogin } from '#contract/account/login-notice.ts'
import { call } from '../../lib/call/call.ts'
import { Link } from '../../lib/router/link.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { LinkPanel } from '../frame/link-panel.tsx'

/** Refuses a login on a new device or a new password, opened by the mail about it. */
export function RefuseLoginPanel({ token }: { token: string }) {
  return (
    <LinkPanel
      headline={['不是您本人？', '现在就全部退出。']}
      words="先让所有设备退出，再换一个只有您知道的密码。余额和订单都不会变。"
      lead={
        <>
          是您本人？不用操作，<Link to="/account/login">去登录</Link>就行。
        </>
      }
      title="不是我"
      explanation="所有设备马上退出登录，最近 7&nbsp;天里第一封这样的通知以来新建的密钥和应用授权一起停用。现在的密码不能再登录，设置新密码的链接会寄到您的邮箱。"
      label="退出所有设备并重置密码"
      expired="这个链接已经失效：它或更早的一封用过一次，或者超过了 7&nbsp;天。不放心的话，请再重置一次密码，所有设备会退出登录。"
      run={async () => {
        const { mailedTo } = await call(refuseLogin, { token }, { isQuiet: true })
        return mailedTo === null
          ? '所有设备都已退出，原来的密码已停用。账户的邮箱后来改过：请在修改后的\u00A072\u00A0小时内用“邮箱已修改”那封邮件里的链接改回来，再重置密码；过期了请联系客服。'
          : `所有设备都已退出，原来的密码已停用。设置新密码的链接已寄到 ${mailedTo}，30\u00A0分钟内有效。没收到？看看垃圾邮件，或者按“重置密码”再寄一次。`
      }}
      next={
        <ButtonLink size="large" isWide to="/account/reset-password">
          重置密码
        </ButtonLink>
      }
    />
  )
}
