/** What an operator may do in the console; the terminal may do everything. `sign`: a colleague's action. */
export const PERMISSIONS = [
  'read',
  'serve',
  'refund',
  'credit',
  'invoice',
  'export',
  'sign',
  'own',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['owner', 'finance', 'support', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: '所有者',
  finance: '财务',
  support: '客服',
  viewer: '只读',
}

/** One sentence for the form that chooses a role. */
export const ROLE_NOTES: Readonly<Record<Role, string>> = {
  owner: '全部，包括同事与设置',
  finance: '查看；退款、补单、调整积分、发票、导出 CSV',
  support: '查看；重查订单、补发邮件、重放事件、结束登录',
  viewer: '只能查看',
}

const PERMISSIONS_OF_ROLE: Readonly<Record<Role, readonly Permission[]>> = {
  owner: PERMISSIONS,
  finance: ['read', 'refund', 'credit', 'invoice', 'export', 'sign'],
  support: ['read', 'serve'],
  viewer: ['read'],
}

export function permissionsOf(role: Role): readonly Permission[] {
  return PERMISSIONS_OF_ROLE[role]
}

/** Permissions whose actions ask for a passkey or a code of the last 15 minutes. */
const CONFIRMED: ReadonlySet<Permission> = new Set(['refund', 'credit', 'export', 'own'])

export function needsConfirmation(permission: Permission): boolean {
  return CONFIRMED.has(permission)
}
