import { useSiteAddress } from '../../shell/use-site-address.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { PlainArc } from './arcs.tsx'

/** The head of a public page: its title under the low arc, and a sentence. */
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
