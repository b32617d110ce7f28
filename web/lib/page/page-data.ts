import { type PageData, parsePageData } from '../site.ts'

const BLOCK = /<script type="application\/json" id="site">([^<]*)<\/script>/

/** Fetches the document of another public page for its data block. */
export async function fetchPageData(pathname: string, signal: AbortSignal): Promise<PageData> {
  const answer = await fetch(pathname, { signal, headers: { accept: 'text/html' } })
  // the 404 page has a data block, too
  const [, json] = BLOCK.exec(await answer.text()) ?? []
  if (json === undefined) throw new Error(`${pathname} is no page of this site`)
  return parsePageData(json)
}
