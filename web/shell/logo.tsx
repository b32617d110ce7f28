import { Link } from '../lib/router/link.tsx'
import { useSite } from '../lib/site.ts'

/** The operator's logo and name; links home. */
export function Logo() {
  const { logoSource, name } = useSite()
  return (
    <Link className="logo" to="/">
      <img className="arc" src={logoSource} alt="" width={32} height={32} />
      <span translate="no">{name}</span>
    </Link>
  )
}
