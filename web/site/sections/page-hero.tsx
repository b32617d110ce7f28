import { useSiteAddress } from '../../shell/use-site-address.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { PlainArc } from './arcs.tsx'

/** Top of a public page: title and lead in front of the low arc. */
export function PageHero({ lead }: { lead: string }) {
  const { meta } = useSiteAddress()
  return (
    <section className="plain-hero" aria-labelledby="title">
      <PlainArc />
      <div className="wrap">
        <h1 id="title">{meta.title}</h1>
        <p className="lead">
          <Clauses of={lead} />
        </p>
      </div>
    </section>
  )
}
