import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { useSiteAddress } from '../../shell/use-site-address.ts'
import { LoginNeeded } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { BalanceSection } from './balance-section.tsx'
import { DownloadsCard } from './downloads-card.tsx'
import { HomeHead } from './home-head.tsx'
import { RecentEntries } from './recent-entries.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { SecurityCard } from './security-card.tsx'
import { Notices } from '../notices/notices.tsx'
import { useProfile } from '../profile/use-profile.ts'

const RECENT = 5

/**
 * Each part loads on its own and shows its own loading, error and empty state. The legacy variant has no frame
 * and asks visitors without a session to log in.
 */
export default function AccountHomePage() {
  const profile = useProfile()
  const orders = useLoad('orders', (signal) =>
    call(api.recharge.orderList, { page: 1, pageSize: RECENT }, { signal, isQuiet: true }),
  )
  const { isLegacy } = useSiteAddress()

  if (isLegacy && profile.error?.status === 401) {
    return (
      <div className="wrap simple">
        <PageHead />
        <LoginNeeded />
      </div>
    )
  }
  const parts = (
    <>
      <HomeHead profile={profile.data} />
      <Notices />
      <BalanceSection load={profile} />
      <div className="split">
        <RecentOrders load={orders} />
        <RecentEntries />
      </div>
      <SecurityCard />
      <DownloadsCard />
    </>
  )
  return isLegacy ? <div className="wrap simple account-body">{parts}</div> : parts
}
