import type { ReactNode } from 'react'
import { useEntry } from '../shell/use-entry.ts'
import { PlainArc } from './arcs.tsx'

/** The head of a public page: its title under the low arc, and a sentence. */
export function PageHero({ lead }: { lead: ReactNode }) {
  const { meta } = useEntry()
  return (
    <section className="plain-hero" aria-labelledby="title">
      <PlainArc />
      <div className="wrap">
        <h1 id="title">{meta.title}</h1>
        <p className="lead">{lead}</p>
      </div>
    </section>
  )
}
