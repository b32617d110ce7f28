import { Link } from '../../lib/router/link.tsx'
import type { SitePath } from '#contract/addresses.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import { Menu } from '../../ui/overlay/menu.tsx'
import { UserText } from '../user-text.tsx'
import { logOut } from '../../lib/call/log-out.ts'
import { useAction } from '../../ui/action/use-action.ts'

const LINKS: [path: SitePath, icon: IconName, label: string][] = [
  ['/account/home', 'house', '账户中心'],
  ['/account/orders', 'order', '订单管理'],
  ['/account/usage', 'chart', '用量'],
  ['/account/change-password', 'lock', '修改密码'],
  ['/account/change-email', 'mail', '修改邮箱'],
]

/** The button with the user's name; opens the account menu, also without script. */
export function AccountButton() {
  return (
    <button className="account-button when-in" type="button" popoverTarget="account-menu">
      <span className="avatar" aria-hidden="true">
        <UserText part="initial" />
      </span>
      <UserText part="nickname" className="account-name" />
      <span className="unseen">账户菜单</span>
      <Icon name="down" />
    </button>
  )
}

export function AccountMenu() {
  return (
    <Menu id="account-menu" className="menu account-menu">
      <div className="menu-head">
        <strong>
          <UserText part="nickname" />
        </strong>
        <UserText part="email" className="faint" />
      </div>
      {LINKS.map(([path, icon, label]) => (
        <Link key={path} to={path}>
          <Icon name={icon} />
          {label}
        </Link>
      ))}
      <hr />
      <LogoutButton />
    </Menu>
  )
}

/** Logs out and loads the home page as a new document, so that no account data stay in memory. */
function LogoutButton() {
  const { isBusy, run } = useAction(async () => {
    await logOut()
    location.assign('/')
  })
  return (
    <button type="button" aria-busy={isBusy || undefined} onClick={run}>
      <Icon name="leave" />
      退出登录
    </button>
  )
}
