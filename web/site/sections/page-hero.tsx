import { useSiteAddress } from '../../shell/use-site-address.ts'

/** Top of a public page: its title with the lead beside it. */
export function PageHero({ lead }: { lead: string }) {
  const { meta } = useSiteAddress()
  return (
    <header className="wrap site-head">
      <h1>{meta.title}</h1>
      <p>{lead}</p>
    </header>
  )
}
