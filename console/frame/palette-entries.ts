import type { IconName } from '#web/ui/icon/icon-name.ts'
import type { Permission } from '#contract/console/staff/roles.ts'
import type { SearchHit } from '#contract/console/search.ts'
import type { ActionGroup } from '../actions/action-forms.tsx'
import { consoleHref, formHref } from '../lib/console-href.ts'
import type { ConsoleSite } from '../lib/console-site.ts'
import { pagesFor } from './pages.ts'

export interface PaletteEntry {
  key: string
  to: string
  label: string
  /** What else finds it, shown beside the label. */
  note: string
  icon: IconName
}

/** Pages, then actions, of a role. */
export function paletteEntries(
  permissions: readonly Permission[],
  groups: readonly ActionGroup[],
  site: Pick<ConsoleSite, 'invoices' | 'without'>,
): PaletteEntry[] {
  const pages = pagesFor(permissions, site).map(({ path, label, icon }) => {
    return { key: path, to: path, label, note: '页面', icon }
  })
  const actions = groups.flatMap(({ title, forms }) =>
    forms.map((form): PaletteEntry => {
      const to = formHref(form)
      return {
        key: form.command,
        to,
        label: form.title,
        note: `${title} · ${form.command}`,
        icon: 'next',
      }
    }),
  )
  return [...pages, ...actions]
}

/** The entries whose label or note has every typed word; all of them for no word. */
export function findEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.normalize('NFKC').toLowerCase().split(/\s+/).filter(Boolean)
  return entries.filter(({ label, note }) => {
    const text = `${label} ${note}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const HIT_ICONS: Readonly<Record<SearchHit['kind'], IconName>> = {
  order: 'order',
  user: 'user',
  invoice: 'order',
  mail: 'mail',
  event: 'card',
  charge: 'credit',
  application: 'device',
  orders: 'order',
  ledger: 'credit',
  mails: 'mail',
}

/** What the server found. */
export function hitEntries(hits: readonly SearchHit[]): PaletteEntry[] {
  return hits.map(({ kind, id, title, detail, address }) => {
    return { key: `${kind} ${id}`, to: address, label: title, note: detail, icon: HIT_ICONS[kind] }
  })
}

/** Numbers and ids, which nobody is named. */
const NO_NAME = /^([a-z]{2,3}_\w+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{18})$/i

/** The list of all users who have the text in address or nickname: the search shows a few of them. Empty for an id. */
export function userListEntries(text: string): PaletteEntry[] {
  if (NO_NAME.test(text)) return []
  const to = consoleHref('/users', { q: text })
  return [{ key: 'users by text', to, label: `在用户里找“${text}”`, note: '用户', icon: 'user' }]
}
