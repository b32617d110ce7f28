import { formatCredit } from '../../lib/format/money.ts'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/action/button.tsx'

/** The button of a public page that leads to registration; names the credit that new customers are given. */
export function RegisterButton() {
  const { welcomeCredit, creditUnit } = useSite()
  return (
    <ButtonLink kind="primary" size="large" to="/account/register">
      {welcomeCredit ? `免费领取 ${formatCredit(welcomeCredit.amount)} ${creditUnit}` : '免费注册'}
    </ButtonLink>
  )
}
