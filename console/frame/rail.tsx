import { Fragment, useEffect, useState } from 'react'
import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { OutsideLink } from '#web/ui/action/outside-link.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { ConsolePath } from '../lib/console-href.ts'
import { useConsoleSite } from '../lib/console-site.ts'
import { useOperator } from '../lib/session.ts'
import { useWaitingInvoices } from '../invoices/waiting-invoices.tsx'
import { useWaitingSignatures } from '../signatures/signature-requests.tsx'
import { PAGE_GROUPS, pagesFor } from './pages.ts'

/** The pages of this role: at the left of every page, on a phone behind a button that names the current one. */
export function Rail() {
  const { pathname } = useLocation()
  const { permissions } = useOperator()
  const site = useConsoleSite()
  const { publicUrl, mailUrl } = site
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => setIsOpen(false), [pathname])
  const waiting: Partial<Record<ConsolePath, number>> = {
    '/signatures': useWaitingSignatures(),
    '/invoices': useWaitingInvoices().count,
  }
  const pages = pagesFor(permissions, site)
  const current = pages.find(({ path }) => currentOf(path, pathname))
  return (
    <nav className="op-nav" aria-label="控制台">
      <button
        type="button"
        className="op-nav-open"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name="menu" />
        {current?.label ?? '菜单'}
        <WaitingCount of={Object.values(waiting).reduce((sum, count) => sum + count, 0)} />
      </button>
      <div className="op-pages">
        {PAGE_GROUPS.map((group) => (
          <Fragment key={group}>
            <p>{group}</p>
            {pages
              .filter((page) => page.group === group)
              .map(({ path, label, icon }) => (
                <Link key={path} to={path} aria-current={currentOf(path, pathname)}>
                  <Icon name={icon} />
                  {label}
                  <WaitingCount of={waiting[path] ?? 0} />
                </Link>
              ))}
          </Fragment>
        ))}
        <p>前往</p>
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
      </div>
    </nav>
  )
}

function WaitingCount({ of: count }: { of: number }) {
  return count === 0 ? null : (
    <span className="count" data-kind="wait">
      {count}
    </span>
  )
}

/** Also for the pages below it, such as that of one order. */
function currentOf(path: string, pathname: string): 'page' | 'true' | undefined {
  if (path === pathname) return 'page'
  return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined
}
