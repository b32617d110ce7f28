import type { RenderedDocument } from './rendered.ts'

/** Links to missing pages and missing parts of pages, each once. */
export function findBrokenLinks(
  documents: readonly Pick<RenderedDocument, 'path' | 'html'>[],
): string[] {
  const parts = new Map(documents.map(({ path, html }) => [path, new Set(valuesOf(html, 'id'))]))
  const lost = documents.flatMap(({ path, html }) =>
    valuesOf(html, 'href', 'a')
      .filter((address) => !/^(https:|mailto:|tel:)/.test(address))
      .filter((address) => {
        if (address === '') return true
        const [page = '', part] = address.split('#')
        const found = parts.get(page.split('?', 1)[0] || path)
        return !found || (part !== undefined && !found.has(decodeURIComponent(part)))
      })
      .map((address) => `${path} leads to ${address === '' ? 'nothing' : address}`),
  )
  return [...new Set(lost)]
}

function valuesOf(html: string, attribute: string, tag = String.raw`\w+`): string[] {
  const pattern = new RegExp(`<${tag}\\s(?:[^>]*\\s)?${attribute}="([^"]*)"`, 'g')
  return [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'))
}
