/** Markup that is safe to place as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | readonly Part[]

/** Markup with every value in it escaped, other markup excepted. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(writePart)))
}

function writePart(value: Part): string {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(writePart).join('')
  return String(value).replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}
