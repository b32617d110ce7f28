import { Link } from '../lib/router/link.tsx'
import { useSite } from '../lib/site.ts'

/** The operator's mark and name; leads home. */
export function Logo() {
  const { logoUrl, name } = useSite()
  return (
    <Link className="logo" to="/">
      <img className="arc" src={logoUrl} alt="" width={32} height={32} />
      <span>{name}</span>
    </Link>
  )
}
