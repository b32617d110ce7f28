/** The position after punctuation that ends a clause, unless more punctuation follows. */
const CLAUSE_END = /(?<=[，。；：！？、])(?![，。；：！？、”’』」）》])/u

/** A text whose lines break between clauses where possible. Punctuation stays with its clause. */
export function Clauses({ of: text }: { of: string }) {
  return text.split(CLAUSE_END).map((clause, at) => (
    <span key={`${at} ${clause}`} className="clause">
      {clause}
    </span>
  ))
}
