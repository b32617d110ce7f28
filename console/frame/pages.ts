import type { Permission } from '#contract/console/roles.ts'
import type { IconName } from '#web/ui/icon/icon-name.ts'
import type { ConsolePath } from '../lib/console-href.ts'

interface ConsolePage {
  path: ConsolePath
  label: string
  icon: IconName
  /** Shown only to roles that have it. */
  permission: Permission
}

/** What the rail and the palette offer, in their order. */
const PAGES: readonly ConsolePage[] = [
  { path: '/', label: '首页', icon: 'house', permission: 'read' },
  { path: '/actions', label: '操作', icon: 'apps', permission: 'read' },
  { path: '/audit', label: '操作记录', icon: 'book', permission: 'read' },
  { path: '/staff', label: '同事', icon: 'group', permission: 'own' },
  { path: '/security', label: '安全', icon: 'shield', permission: 'read' },
]

export function pagesFor(permissions: readonly Permission[]): ConsolePage[] {
  return PAGES.filter(({ permission }) => permissions.includes(permission))
}
