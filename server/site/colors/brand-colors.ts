import { createHash } from 'node:crypto'
import type { SiteContent } from '#contract/content/content.ts'
import { assetHeaders } from '../../http/pages/assets.ts'
import type { FileHeaderSettings } from '../../http/pages/document-headers.ts'
import { compress, createResource, type Resource } from '../../http/pages/resource.ts'
import { createRecolor, type Recolor } from './recolor.ts'

/** The operator's colours as documents refer to them. */
export interface BrandColors {
  /** Part of style sheet names before `.css`; '' for the design's own colours. */
  sheetSuffix: string
  /** The page's background in each scheme, for `theme-color`. */
  background: { light: string; dark: string }
}

const BACKGROUND = { light: '#f6f8fd', dark: '#080d1e' }
/** Increase it when the recolouring changes: browsers keep style sheets by their names. */
const ALGORITHM_VERSION = 2

export function brandColorsOf({ colors }: Pick<SiteContent, 'colors'>): BrandColors {
  const recolor = createRecolor(colors)
  if (recolor === null) return { sheetSuffix: '', background: BACKGROUND }
  const hash = createHash('sha256').update(JSON.stringify([ALGORITHM_VERSION, colors]))
  return {
    sheetSuffix: `.${hash.digest('hex').slice(0, 8)}`,
    background: { light: recolor(BACKGROUND.light), dark: recolor(BACKGROUND.dark) },
  }
}

/** Recolours the built style sheets; their names are those that documents use. */
export async function recoloredStyles(
  assets: ReadonlyMap<string, Resource>,
  { colors }: Pick<SiteContent, 'colors'>,
  config: FileHeaderSettings,
): Promise<Map<string, Resource>> {
  const recolor = createRecolor(colors)
  if (recolor === null) return new Map()
  const { sheetSuffix } = brandColorsOf({ colors })
  const sheets = [...assets].filter(([path]) => path.endsWith('.css'))
  const entries = sheets.map(async ([path, { variants }]) => {
    const body = Buffer.from(recolor(variants.identity.body.toString()))
    const resource = createResource(await compress(body), { headers: assetHeaders(path, config) })
    return [path.replace(/\.css$/, `${sheetSuffix}.css`), resource] as const
  })
  return new Map(await Promise.all(entries))
}

const STYLES = /(?<=style=")[^"]*(?=")|(?<=<style>)[^<]*(?=<\/style>)/g

/** Mails in the operator's colours; null when those are the design's. */
export function mailRecolor({ colors }: Pick<SiteContent, 'colors'>): Recolor | null {
  const recolor = createRecolor(colors)
  // only styles: a mail's text may contain words that look like colours
  return recolor && ((html) => html.replaceAll(STYLES, recolor))
}
