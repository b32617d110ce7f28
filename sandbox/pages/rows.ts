import { html, type Html } from './html.ts'

/** Names with their values; an empty value is left out. */
export function definitionList(
  all: readonly [name: string, value: string | null | undefined][],
): Html {
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
