import { type PageData, parsePageData } from './site.ts'

const BLOCK = /<script type="application\/json" id="site">([^<]*)<\/script>/

/** What the server wrote into the document of another public page: its words go along with it alone. */
export async function fetchPageData(pathname: string, signal: AbortSignal): Promise<PageData> {
  const answer = await fetch(pathname, { signal, headers: { accept: 'text/html' } })
  // an unknown address has its page, too, with status 404
  const [, json] = BLOCK.exec(await answer.text()) ?? []
  if (json === undefined) throw new Error(`${pathname} is no page of this site`)
  return parsePageData(json)
}
