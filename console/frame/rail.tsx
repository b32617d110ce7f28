import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { OutsideLink } from '#web/ui/action/outside-link.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { ConsolePath } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useOperator } from '../lib/session.ts'
import { useWaitingInvoices } from '../invoices/waiting-invoices.tsx'
import { useWaitingSignatures } from '../signatures/signature-requests.tsx'
import { pagesFor } from './pages.ts'

/** The pages of this role, at the left of every page. */
export function Rail() {
  const { pathname } = useLocation()
  const { permissions } = useOperator()
  const site = useConsoleSite()
  const { publicUrl, mailUrl } = site
  const waiting: Partial<Record<ConsolePath, number>> = {
    '/signatures': useWaitingSignatures(),
    '/invoices': useWaitingInvoices().count,
  }
  return (
    <nav className="op-nav" aria-label="控制台">
      {pagesFor(permissions, site).map(({ path, label, icon }) => (
        <Link key={path} to={path} aria-current={currentOf(path, pathname)}>
          <Icon name={icon} />
          {label}
          {(waiting[path] ?? 0) > 0 && (
            <span className="count" data-kind="wait">
              {waiting[path]}
            </span>
          )}
        </Link>
      ))}
      <hr />
      <OutsideLink href={publicUrl}>
        <Icon name="out" />
        商店
      </OutsideLink>
      {mailUrl !== null && (
        <OutsideLink href={mailUrl}>
          <Icon name="mail" />
          测试邮箱
        </OutsideLink>
      )}
    </nav>
  )
}

/** Also for the pages below it, such as that of one order. */
function currentOf(path: string, pathname: string): 'page' | 'true' | undefined {
  if (path === pathname) return 'page'
  return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined
}
