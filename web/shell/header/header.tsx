import { Link } from '../../lib/router/link.tsx'
import { ButtonLink, IconButton } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { Menu } from '../../ui/overlay/menu.tsx'
import { AccountButton, AccountMenu } from './account-menu.tsx'
import { Logo } from '../logo.tsx'
import { useLocation } from '../../lib/router/contexts.ts'
import { useSite } from '../../lib/site.ts'
import { findAddress, type SitePath } from '#contract/addresses.ts'
import { OutsideLink } from '../../ui/action/outside-link.tsx'

const SHEET = 'site-sheet'

/** The HTML holds both login states, and `data-in` on the root shows one: one prerendered page serves everybody. */
export function Header() {
  return (
    <header className="site-header">
      <div className="wrap">
        <Logo />
        <nav className="site-nav" aria-label="主导航">
          <NavLinks />
        </nav>
        <div className="site-entry">
          <Link className="entry-money" to="/account/recharge-center">
            <Icon name="credit" />
            <span>充值中心</span>
          </Link>
          <span className="entry-out when-out">
            <ButtonLink kind="ghost" size="small" to="/account/login">
              登录
            </ButtonLink>
            <ButtonLink kind="primary" size="small" to="/account/register">
              免费注册
            </ButtonLink>
          </span>
          <AccountButton />
          <span className="menu-button">
            <IconButton icon="menu" label="打开菜单" popoverTarget={SHEET} />
          </span>
        </div>
      </div>
      <AccountMenu />
      <Sheet />
    </header>
  )
}

/** The navigation of narrow windows. */
function Sheet() {
  return (
    <Menu id={SHEET} className="sheet">
      <div className="sheet-head">
        <Logo />
        <IconButton
          icon="close"
          label="关闭菜单"
          popoverTarget={SHEET}
          popoverTargetAction="hide"
        />
      </div>
      <nav aria-label="手机导航">
        <NavLinks />
      </nav>
      <div className="sheet-foot when-out">
        <ButtonLink kind="primary" to="/account/register">
          免费注册
        </ButtonLink>
        <ButtonLink to="/account/login">登录</ButtonLink>
      </div>
      <div className="sheet-foot when-in">
        <ButtonLink kind="primary" to="/account/home">
          账户中心
        </ButtonLink>
        <ButtonLink to="/account/recharge-center">充值中心</ButtonLink>
      </div>
    </Menu>
  )
}

const PAGES: [path: SitePath, label: string][] = [
  ['/', '首页'],
  ['/product', '产品介绍'],
  ['/tutorial', '新手教程'],
  ['/advantage', '行业优势'],
  ['/case', '用户案例'],
  ['/plans', '产品套餐'],
]

/** The links of the main navigation, for the header and for the phone's sheet. */
function NavLinks() {
  const { toolsUrl, toolsLabel } = useSite()
  const current = findAddress(useLocation().pathname).path
  return (
    <>
      {PAGES.map(([path, label]) => (
        <Link key={path} to={path} aria-current={path === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
      <OutsideLink href={toolsUrl}>
        <span>{toolsLabel}</span>
        <Icon name="out" />
      </OutsideLink>
    </>
  )
}
