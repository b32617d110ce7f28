/** After punctuation that ends a clause, unless more of it follows. */
const CLAUSE_END = /(?<=[，。；：！？、])(?![，。；：！？、”’』」）》])/u

/** A text that breaks between its clauses first. Punctuation stays with its clause, however long that is. */
export function Clauses({ of: text }: { of: string }) {
  return text.split(CLAUSE_END).map((clause, at) => (
    <span key={`${at} ${clause}`} className="clause">
      {clause}
    </span>
  ))
}
