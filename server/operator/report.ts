/** A labelled value; a secret one is shown this once and can be copied. */
export type Fact = readonly [label: string, value: string | null, kind?: 'secret']

/** What will happen, or what has happened, for terminal and console alike. */
export interface Report {
  /** Labelled values; null ones are left out. */
  facts?: readonly Fact[]
  sentences?: readonly string[]
  /** Of a preview: nothing would change. */
  changesNothing?: true
}

/** The report as a terminal shows it. */
export function reportText({ facts = [], sentences = [] }: Report): string {
  const known = facts.flatMap(([label, value]) =>
    value === null ? [] : [`${label}：${toPrintable(value)}`],
  )
  return joinSections(known.join('\n'), sentences.map(toPrintable).join('\n'))
}

/** The part of a command's result that people read. */
export function reported(report: Report): { text: string; report: Report } {
  return { text: reportText(report), report }
}

/** Parts with an empty line between them. */
export function joinSections(...texts: readonly (string | null)[]): string {
  return texts.filter((text) => text !== null && text !== '').join('\n\n')
}

/** Characters that would move the cursor, colour the screen or turn the direction of writing. */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** A text made safe for one line of a terminal. */
export function toPrintable(text: string): string {
  return text.replaceAll(/\s*\r?\n\s*/g, ' ').replaceAll(UNSAFE, '\ufffd')
}
