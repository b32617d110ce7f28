import { useSite } from '../../lib/site.ts'
import { BalancePanel, BalanceSkeleton } from '../../credit/balance-panel.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import type { Load } from '../../ui/feedback/use-load.ts'
import type { Profile } from '../profile/use-profile.ts'

/** The balance with its two actions: buy credit and open the tools. New users get a link to the plans. */
export function BalanceSection({ load }: { load: Load<Profile> }) {
  const { toolsUrl, toolsLabel } = useSite()
  if (load.error) return <LoadFailed load={load} what="余额" />
  if (!load.data) return <BalanceSkeleton />
  const { balance, held, expiring } = load.data.credit
  const isNew = balance === 0 && expiring.length === 0
  return (
    <BalancePanel
      balance={balance}
      held={held}
      lots={expiring}
      note={noteOf(balance, isNew)}
      actions={
        <>
          <ButtonLink kind="primary" to={isNew ? '/plans' : '/account/recharge'}>
            {isNew ? '查看套餐' : '充值'}
          </ButtonLink>
          <OutsideLink className="button" data-kind="secondary" href={toolsUrl}>
            打开 {toolsLabel}
          </OutsideLink>
        </>
      }
    />
  )
}

function noteOf(balance: number, isNew: boolean): string | undefined {
  if (isNew) return '选一份套餐，付款后马上就能用。'
  if (balance === 0) return '余额用完了，充值后马上就能继续用。'
  return undefined
}
