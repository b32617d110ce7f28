import { Fragment } from 'react'
import { CLAUSE } from '../../ui/display/clauses.tsx'

interface BlockHeadProps {
  /** id of the heading, for the section's `aria-labelledby`. */
  id: string
  title: string
  text?: string
}

/** Heading of a page section with an optional sentence. */
export function BlockHead({ id, title, text }: BlockHeadProps) {
  return (
    <header className="block-head">
      <h2 id={id}>
        <HeadingText of={title} />
      </h2>
      {text !== undefined && <p>{text}</p>}
    </header>
  )
}

/** Words of a heading, which are kept whole: WebKit breaks them only where a place is marked, here after each clause. */
export function HeadingText({ of: text }: { of: string }) {
  return (text.match(CLAUSE) ?? []).map((clause, at) => (
    <Fragment key={`${at} ${clause}`}>
      {at > 0 && <wbr />}
      {clause}
    </Fragment>
  ))
}
