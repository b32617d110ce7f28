import { html, type Html } from './html.ts'
import { time, type Word } from './labels.ts'

/** A state in a word and its tone. */
export function tag({ text, tone }: Word): Html {
  return html`<span class="tag" data-tone="${tone}">${text}</span>`
}

export function clock(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${time(ms)}</time>`
}

export function empty(text: string): Html {
  return html`<p class="empty">${text}</p>`
}

/** Something, with a finer print under it when there is one. */
export function withNote(main: Html | string, note: Html | string | null | undefined): Html {
  return html`<div>${main}${note ? html`<span class="faint">${note}</span>` : null}</div>`
}
