import { useLocation } from '#web/lib/router/contexts.ts'
import { consoleHref } from '../lib/console-href.ts'
import { ViewLink, Views } from '../list/views.tsx'

export function CreditViews() {
  const { pathname } = useLocation()
  return (
    <Views label="积分">
      <ViewLink to={consoleHref('/credit')} isCurrent={pathname === '/credit'}>
        概览
      </ViewLink>
      <ViewLink to={consoleHref('/credit/ledger')} isCurrent={pathname === '/credit/ledger'}>
        流水
      </ViewLink>
    </Views>
  )
}
