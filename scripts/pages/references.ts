/** Files that a browser fetches for a document before any interaction, in the order of the HTML. */
export interface References {
  styles: string[]
  scripts: string[]
  pictures: string[]
}

/** Reads the references from HTML; on account pages the starter's `data-files` count too. */
export function referencesOf(html: string): References {
  const tags = [...html.matchAll(/<(script|link|img|use)\s[^>]*>/g)].map(([tag]) => tag)
  const of = (pattern: RegExp, name: string) =>
    unique(tags.filter((tag) => pattern.test(tag)).flatMap((tag) => attribute(tag, name) ?? []))
  return {
    styles: of(/rel="stylesheet"/, 'href'),
    scripts: unique([
      ...of(/^<script/, 'src'),
      ...of(/data-when="painted"/, 'data-files').flatMap((files) => files.split(' ')),
    ]),
    pictures: unique([
      ...of(/^<use/, 'href').map((address) => address.replace(/#.*/, '')),
      ...of(/^<img(?!.*loading="lazy")/, 'src'),
      ...of(/rel="icon"/, 'href'),
    ]),
  }
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
}

function unique(addresses: string[]): string[] {
  // an address inside the document is no file
  return [...new Set(addresses)].filter((address) => address.startsWith('/'))
}
