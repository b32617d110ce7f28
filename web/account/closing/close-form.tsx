import * as z from 'zod/mini'
import { closeAccount } from '#contract/account/personal-data.ts'
import { call } from '../../lib/call/call.ts'
import { knownPasswordDigest } from '../../lib/password/digest.ts'
import { formatCredit } from '../../lib/format/money.ts'
import { useNavigate } from '../../lib/router/contexts.ts'
import { pauseSessionReads } from '../../lib/call/session-reads.ts'
import { forgetLogin } from '../../lib/session/session.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/action/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Form, SubmitButton } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useFreshLogin } from '../login/use-fresh-login.tsx'
import type { LoginState } from '../login/login-state.ts'
import type { Profile } from '../profile/use-profile.ts'
import { UsernameField } from '../frame/username-field.tsx'

const closeForm = z.object({
  password: z.string().check(z.minLength(1, '请输入密码')),
  agreed: z.literal('on', '请先确认您已了解'),
})

/** How many orders wait to be paid, and how many payments are under way. */
export interface OpenOrders {
  pending: number
  processing: number
}

interface CloseFormProps {
  profile: Profile
  openOrders: OpenOrders
  onCancel: () => void
}

/** Closes the account after asking for the password; all sessions end at once. */
export function CloseForm({
  profile: { user, credit },
  openOrders: { pending, processing },
  onCancel,
}: CloseFormProps) {
  const navigate = useNavigate()
  const { creditUnit } = useSite()
  const { callWithFreshLogin, dialog } = useFreshLogin(user.email)

  async function handleSubmit({ password }: z.output<typeof closeForm>) {
    const given = { password: await knownPasswordDigest(password) }
    const closing = await callWithFreshLogin(() =>
      pauseSessionReads(call(closeAccount, given, { isQuiet: true })),
    )
    if (!closing) return
    forgetLogin()
    const { closesAt } = closing
    await navigate('/account/login', {
      replace: true,
      state: { closesAt } satisfies LoginState,
    })
  }

  return (
    <>
      <Form schema={closeForm} onSubmit={handleSubmit}>
        <ul className="dots">
          <li>所有设备立即退出登录，密钥和应用授权立即失效，账户在 7 天后注销。</li>
          <li>7 天内登录即取消注销。</li>
          {credit.balance > 0 && (
            <li>
              剩余 {formatCredit(credit.balance)} {creditUnit}将作废，如需退款请先联系客服。
            </li>
          )}
          {credit.balance < 0 && (
            <li>
              账户有欠额 {formatCredit(-credit.balance)} {creditUnit}，请先充值补足或联系客服。
            </li>
          )}
          {pending > 0 && <li>有 {pending} 笔订单待支付，不需要的请先取消。</li>}
          {processing > 0 && (
            <li>
              有 {processing} 笔付款正在处理，请等有结果后再注销：注销后到账的{creditUnit}
              无法使用。
            </li>
          )}
          <li>
            邮箱、昵称、登录记录、保存的抬头、扣费说明和客服备注将被删除；订单和账目的金额、已开的发票及其抬头依法保留。
          </li>
        </ul>
        <UsernameField email={user.email} />
        <PasswordField name="password" label="密码" />
        <Checkbox name="agreed">我已了解，注销后无法恢复</Checkbox>
        <SubmitButton kind="danger">注销账户</SubmitButton>
        <Button isWide onClick={onCancel}>
          返回
        </Button>
      </Form>
      {dialog}
    </>
  )
}
