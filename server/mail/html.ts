/** Markup that is inserted into a page without escaping. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Part = string | number | Html | readonly Html[] | null

/** Template tag for markup: escapes every value that is not Html; null renders nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(markupOf)))
}

function markupOf(part: Part): string {
  if (part === null) return ''
  if (part instanceof Html) return part.markup
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('')
  return String(part).replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

/**
 * The words with a place to break after each clause. Other engines break there by themselves; WebKit, in which Apple's
 * programs show mails, does not where words are kept whole, and began lines with a comma.
 */
export function clauses(words: string): Html {
  const [first = '', ...others] = words.split(
    /(?<=[，。；：！？、])(?![，。；：！？、”’』」）》]|$)/u,
  )
  return html`${first}${others.map((clause) => html`<wbr />${clause}`)}`
}
