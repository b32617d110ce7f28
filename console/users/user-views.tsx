import type { UserDetail } from '#contract/console/users.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { ViewLink, Views } from '../list/views.tsx'

interface UserViewsProps {
  detail: UserDetail
  userRef: string
  isLedger: boolean
}

/** Links to all that the console has of a user. */
export function UserViews({ detail: { user, counts }, userRef, isLedger }: UserViewsProps) {
  const { id, email } = user
  const { invoices } = useConsoleSite()
  return (
    <Views label="这位用户">
      <ViewLink to={consoleHref('/users/user', { user: userRef })} isCurrent={!isLedger}>
        概览
      </ViewLink>
      <ViewLink to={ledgerHref(userRef)} isCurrent={isLedger} count={counts.entries}>
        流水
      </ViewLink>
      <ViewLink to={consoleHref('/orders', { user: email ?? id })} count={counts.orders}>
        订单
      </ViewLink>
      {invoices && <ViewLink to={consoleHref('/invoices', { user: email ?? id })}>发票</ViewLink>}
      {email !== null && <ViewLink to={consoleHref('/mails', { to: email })}>邮件</ViewLink>}
      <ViewLink to={consoleHref('/audit', { subject: id })}>操作记录</ViewLink>
    </Views>
  )
}

export function ledgerHref(user: string, before?: number): string {
  return consoleHref('/users/user', { user, view: 'ledger', before: before?.toString() })
}
