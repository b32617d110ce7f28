/** Up to the punctuation that ends a clause, unless more punctuation follows; no lookbehind before Safari 16.4. */
export const CLAUSE = /.+?(?:[，。；：！？、](?![，。；：！？、”’』」）》])|$)/gsu

/** A text whose lines break between clauses where possible. Punctuation stays with its clause. */
export function Clauses({ of: text }: { of: string }) {
  return (text.match(CLAUSE) ?? []).map((clause, at) => (
    <span key={`${at} ${clause}`} className="clause">
      {clause}
    </span>
  ))
}
