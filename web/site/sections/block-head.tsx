import { Clauses } from '../../ui/display/clauses.tsx'

interface BlockHeadProps {
  /** Names the part of the page that it heads. */
  id: string
  title: string
  text?: string
}

/** Title of a part of a page, and the sentence under it. */
export function BlockHead({ id, title, text }: BlockHeadProps) {
  return (
    <header className="block-head">
      <h2 id={id}>{title}</h2>
      {text !== undefined && (
        <p>
          <Clauses of={text} />
        </p>
      )}
    </header>
  )
}
