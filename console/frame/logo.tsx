import { Link } from '#web/lib/router/link.tsx'
import { ArcMark } from '#web/ui/icon/arc.tsx'
import { useConsoleSite } from '../lib/console-site.ts'

export function Logo() {
  const { name } = useConsoleSite()
  return (
    <Link className="logo" to="/" aria-label={`${name} 控制台，首页`}>
      <ArcMark />
      <span>{name} 控制台</span>
    </Link>
  )
}
