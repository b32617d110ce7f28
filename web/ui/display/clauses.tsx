import { Fragment } from 'react'

/** Up to the punctuation that ends a clause, unless more punctuation follows; no lookbehind before Safari 16.4. */
const CLAUSE = /.+?(?:[，。；：！？、](?![，。；：！？、”’』」）》])|$)/gsu

/** A text whose lines break between clauses where possible. Punctuation stays with its clause. */
export function Clauses({ of: text }: { of: string }) {
  return (text.match(CLAUSE) ?? []).map((clause, at) => (
    <span key={`${at} ${clause}`} className="clause">
      {clause}
    </span>
  ))
}

/** The same for a heading, whose words are kept whole: WebKit sees a place to break there only where one is marked. */
export function HeadingText({ of: text }: { of: string }) {
  return (text.match(CLAUSE) ?? []).map((clause, at) => (
    <Fragment key={`${at} ${clause}`}>
      {at > 0 && <wbr />}
      {clause}
    </Fragment>
  ))
}
