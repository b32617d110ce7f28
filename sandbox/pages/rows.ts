import { html, type Html } from './html.ts'

/** Names and values below each other; what there is nothing to say of is left out. */
export function rows(all: readonly [name: string, value: string | null | undefined][]): Html {
  return html`<dl class="rows">
    ${all.map(([name, value]) =>
      value
        ? html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`
        : null,
    )}
  </dl>`
}
