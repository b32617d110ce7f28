import { createHash } from 'node:crypto'
import type { SiteContent } from '#contract/content.ts'
import type { Config } from '../../config.ts'
import { assetHeaders } from '../../http/pages/assets.ts'
import { compress, createResource, type Resource } from '../../http/pages/resource.ts'
import { createRecolor, type Recolor } from './recolor.ts'

/** What a document needs of the operator's colours. */
export interface Skin {
  /** Part of style sheet names, before `.css`: other colours are other files. */
  mark: string
  /** The page's background in each scheme, for `theme-color`. */
  ground: { light: string; dark: string }
}

const GROUND = { light: '#f6f8fd', dark: '#080d1e' }
/** Increase it when the same colours are computed in another way. */
const ALGORITHM_VERSION = 2

export function skinOf({ colors }: Pick<SiteContent, 'colors'>): Skin {
  const recolor = createRecolor(colors)
  if (recolor === null) return { mark: '', ground: GROUND }
  const hash = createHash('sha256').update(JSON.stringify([ALGORITHM_VERSION, colors]))
  return {
    mark: `.${hash.digest('hex').slice(0, 8)}`,
    ground: { light: recolor(GROUND.light), dark: recolor(GROUND.dark) },
  }
}

/** The built style sheets in the operator's colours, under the names that documents know them by. */
export async function skinnedStyles(
  assets: ReadonlyMap<string, Resource>,
  { colors }: Pick<SiteContent, 'colors'>,
  config: Pick<Config, 'publicUrl'>,
): Promise<Map<string, Resource>> {
  const recolor = createRecolor(colors)
  if (recolor === null) return new Map()
  const { mark } = skinOf({ colors })
  const sheets = [...assets].filter(([path]) => path.endsWith('.css'))
  const entries = sheets.map(async ([path, { variants }]) => {
    const body = Buffer.from(recolor(variants.identity.body.toString()))
    const resource = createResource(await compress(body), { headers: assetHeaders(path, config) })
    return [path.replace(/\.css$/, `${mark}.css`), resource] as const
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
