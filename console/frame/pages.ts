import type { Permission } from '#contract/console/staff/roles.ts'
import type { IconName } from '#web/ui/icon/icon-name.ts'
import type { ConsolePath } from '../lib/console-href.ts'
import type { ConsoleSite } from '../lib/console-site.ts'

/** The parts of the rail, in their order. */
export const PAGE_GROUPS = ['日常', '财务', '系统'] as const

interface ConsolePage {
  group: (typeof PAGE_GROUPS)[number]
  path: ConsolePath
  label: string
  icon: IconName
  /** Shown only to roles that have one of them. */
  permissions: readonly Permission[]
}

/** What the rail and the palette offer, in their order. */
const PAGES: readonly ConsolePage[] = [
  { group: '日常', path: '/', label: '首页', icon: 'house', permissions: ['read'] },
  { group: '日常', path: '/orders', label: '订单', icon: 'order', permissions: ['read'] },
  { group: '日常', path: '/users', label: '用户', icon: 'user', permissions: ['read'] },
  {
    group: '日常',
    path: '/signatures',
    label: '待签字',
    icon: 'pen',
    permissions: ['refund', 'credit'],
  },
  { group: '日常', path: '/mails', label: '邮件', icon: 'mail', permissions: ['read'] },
  { group: '日常', path: '/announcements', label: '公告', icon: 'chat', permissions: ['read'] },
  { group: '日常', path: '/sources', label: '来源', icon: 'chart', permissions: ['read'] },
  { group: '财务', path: '/books', label: '日结', icon: 'day', permissions: ['read'] },
  { group: '财务', path: '/invoices', label: '发票', icon: 'file', permissions: ['read'] },
  { group: '财务', path: '/credit', label: '积分', icon: 'credit', permissions: ['read'] },
  { group: '财务', path: '/plans', label: '套餐', icon: 'layers', permissions: ['read'] },
  { group: '财务', path: '/events', label: '支付事件', icon: 'card', permissions: ['read'] },
  { group: '系统', path: '/applications', label: '应用', icon: 'device', permissions: ['read'] },
  { group: '系统', path: '/alerts', label: '运营提醒', icon: 'warn', permissions: ['read'] },
  { group: '系统', path: '/actions', label: '操作', icon: 'apps', permissions: ['read'] },
  { group: '系统', path: '/audit', label: '操作记录', icon: 'book', permissions: ['read'] },
  { group: '系统', path: '/staff', label: '同事', icon: 'group', permissions: ['own'] },
  { group: '系统', path: '/settings', label: '设置', icon: 'key', permissions: ['own'] },
  { group: '系统', path: '/security', label: '安全', icon: 'shield', permissions: ['read'] },
]

/** The pages of a role: that of invoices only where customers can ask for some, and none that is switched off. */
export function pagesFor(
  permissions: readonly Permission[],
  { invoices, without }: Pick<ConsoleSite, 'invoices' | 'without'>,
): ConsolePage[] {
  return PAGES.filter(
    ({ path, permissions: wanted }) =>
      (path !== '/invoices' || invoices !== undefined) &&
      !without.some((part) => path === `/${part}`) &&
      wanted.some((each) => permissions.includes(each)),
  )
}
