import { useLocation } from '#web/lib/router/contexts.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Icon } from '#web/ui/icon/icon.tsx'
import type { ConsolePath } from '../lib/console-href.ts'

/** To the list as it was shown, where the operator came from it: its query is in the history's state. */
export function BackToList({ path, label }: { path: ConsolePath; label: string }) {
  const { state } = useLocation()
  const list: unknown = state instanceof Object && 'list' in state ? state.list : undefined
  return (
    <Link className="op-back" to={typeof list === 'string' ? path + list : path}>
      <Icon name="back" />
      {label}
    </Link>
  )
}
