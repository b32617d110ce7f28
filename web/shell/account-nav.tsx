import { useEffect, useRef } from 'react'
import { Link } from '../lib/router/link.tsx'
import type { SitePath } from '#contract/addresses.ts'
import { Icon } from '../ui/icon/icon.tsx'
import type { IconName } from '../ui/icon/icon-name.ts'
import { useSite } from '../lib/site.ts'
import { useSiteAddress } from './use-site-address.ts'

const LINKS: [path: SitePath, icon: IconName, label: string][] = [
  ['/account/home', 'house', '账户中心'],
  ['/account/recharge-center', 'credit', '充值中心'],
  ['/account/orders', 'order', '订单管理'],
  ['/account/usage', 'chart', '用量'],
  ['/account/invoices', 'file', '发票'],
  ['/account/api-keys', 'key', 'API 密钥'],
  ['/account/edit', 'user', '账户资料'],
  ['/account/change-password', 'lock', '修改密码'],
  ['/account/change-email', 'mail', '修改邮箱'],
]

/** The navigation of the account pages; an order belongs to the orders. */
export function AccountNav() {
  const { path } = useSiteAddress()
  const { invoices } = useSite()
  const current = path === '/account/order' ? '/account/orders' : path
  const nav = useRef<HTMLElement>(null)

  // On a phone it is a row wider than the screen.
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && link) {
      nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2
    }
  }, [current])

  return (
    <nav ref={nav} className="account-nav" aria-label="账户页面">
      {LINKS.filter(([to]) => invoices || to !== '/account/invoices').map(([to, icon, label]) => (
        <Link key={to} to={to} aria-current={to === current ? 'page' : undefined}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
