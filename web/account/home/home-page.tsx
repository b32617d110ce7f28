import { api } from '#contract/api.ts'
import { call } from '../../lib/call/call.ts'
import { PageHead } from '../../shell/page-head.tsx'
import { useSiteAddress } from '../../shell/use-site-address.ts'
import { LoginNeeded, Loaded, LoadFailed } from '../../ui/feedback/loaded.tsx'
import { useLoad, type Load } from '../../ui/feedback/use-load.ts'
import { RecentEntries } from './recent-entries.tsx'
import { RecentOrders } from './recent-orders.tsx'
import { SecurityCard } from './security-card.tsx'
import { useEarlyProfile } from '../../credit/use-early-profile.ts'
import type { Profile } from '../profile/use-profile.ts'
import { useEffect, useState } from 'react'
import { loadChunk } from '../../lib/loading/chunk.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { OutsideLink } from '../../ui/action/outside-link.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { UserText } from '../../shell/user-text.tsx'
import { Clauses } from '../../ui/display/clauses.tsx'
import { BalancePanel, BalanceSkeleton } from '../../credit/balance-panel.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'

const RECENT = 5

/**
 * Each part loads on its own and shows its own loading, error and empty state. The legacy variant has no frame
 * and asks visitors without a session to log in.
 */
export default function AccountHomePage() {
  const profile = useEarlyProfile()
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

type Part = typeof import('../notices/current-notice.tsx')

/** The operator's notices. The document says whether there are any: without, nothing is loaded and nothing asked. */
function Notices() {
  const [part, setPart] = useState<Part>()

  useEffect(() => {
    if (document.documentElement.dataset['notices'] === undefined) return
    loadChunk(() => import('../notices/current-notice.tsx')).then(
      (loaded) => setPart(loaded),
      // the page is complete without it
      () => delete document.documentElement.dataset['notices'],
    )
  }, [])

  return <div className="notices">{part && <part.CurrentNotice />}</div>
}

/** Download links of client programs; renders nothing when the operator offers none. */
function DownloadsCard() {
  const load = useLoad('downloads', (signal) =>
    call(api.site.globalConfig, { type: 'download_url' }, { signal, isQuiet: true }),
  )
  if (load.data?.items.length === 0) return null
  return (
    <ListCard title="下载客户端">
      <Loaded load={load} what="下载列表" lines={2}>
        {({ items }) => (
          <div className="downloads">
            {items.map(({ platform, label, url, version }) => (
              <OutsideLink key={url} href={url}>
                <Icon name={platform === 'web' ? 'out' : 'save'} />
                <span>
                  {label}
                  {version && <small>版本 {version}</small>}
                </span>
              </OutsideLink>
            ))}
          </div>
        )}
      </Loaded>
    </ListCard>
  )
}

/** Title, greeting and the last login, which reveals a stranger's login. */
function HomeHead({ profile }: { profile: Profile | undefined }) {
  const { creditUnit, timeZone } = useSite()
  const last = profile?.lastLogin
  return (
    <PageHead
      lead={
        <>
          <span className="when-in">
            您好，
            <UserText part="nickname" />。
          </span>
          <Clauses of={`查看余额、订单、${creditUnit}流水和登录的设备。`} />
          <small className="last-login faint">
            {last && (
              <>
                <span>最近登录：{formatDayTime(last.at, timeZone)}，</span>
                <span>
                  {last.device}（{last.ip}）。
                </span>
              </>
            )}
          </small>
        </>
      }
    />
  )
}

/** The balance with its two actions: buy credit and open the tools. New users get a link to the plans. */
function BalanceSection({ load }: { load: Load<Profile> }) {
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
  if (isNew) return '选择套餐，付款后即可使用。'
  if (balance === 0) return '余额已用完，充值后可继续使用。'
  return undefined
}
