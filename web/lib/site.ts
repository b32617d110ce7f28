import { createContext, use } from 'react'
import type { PageWords, Site } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'

/** The JSON data block of a document. */
export interface PageData {
  site: Site
  /** The plans on sale when the document was rendered; empty where the page does not show plans. */
  plans: Combo[]
  /** Addresses of the style sheets of this document's zone that belong to one page, by its path. */
  sheets: Readonly<Record<string, string>>
}

const PageDataContext = createContext<PageData | null>(null)
export const PageDataProvider = PageDataContext

let read: PageData | undefined

/** The JSON data block of this document; browser only, components use `useSite`. */
export function pageData(): PageData {
  read ??= parseBlock()
  return read
}

/** The operator's words and settings. */
export function useSite(): Site {
  return usePageData().site
}

/** The operator's long texts for one page; other documents do not carry them. */
export function usePageContent<Name extends keyof PageWords>(name: Name): PageWords[Name] {
  const words: Partial<PageWords> = useSite()
  const found = words[name]
  if (found === undefined) throw new Error(`This document carries no words for ${name}`)
  return found
}

/** The plans of the document, for the first paint; a call refreshes them. */
export function usePrerenderedPlans(): Combo[] {
  return usePageData().plans
}

function usePageData(): PageData {
  const data = use(PageDataContext)
  if (data === null) throw new Error('There is no PageDataProvider above this component')
  return data
}

function parseBlock(): PageData {
  const block = document.getElementById('site')
  if (block === null) throw new Error('The document has no data block')
  return parsePageData(block.textContent)
}

/** The text of a document's data block. */
export function parsePageData(json: string): PageData {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it into our own document
  return JSON.parse(json) as PageData
}
