import { html, type Html } from './html.ts'
import { formatTime, type Label } from './labels.ts'

/** A label in the colour of its tone. */
export function statusTag({ text, tone }: Label): Html {
  return html`<span class="tag" data-tone="${tone}">${text}</span>`
}

export function timeElement(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${formatTime(ms)}</time>`
}

export function emptyNote(text: string): Html {
  return html`<p class="empty">${text}</p>`
}

/** A text with a note under it, when there is one. */
export function withNote(main: Html | string, note: Html | string | null | undefined): Html {
  return html`<div>${main}${note ? html`<span class="faint">${note}</span>` : null}</div>`
}
