import type { Site } from '#contract/content/content.ts'
import type { Combo } from '#contract/shapes.ts'
import type { Bodies } from '../../http/pages/resource.ts'
import type { BrandColors } from '../colors/brand-colors.ts'

export interface PrerenderInput {
  site: Site
  /** The plans on sale, in their order. */
  plans: readonly Combo[]
  iconUrl: string
  colors: BrandColors
  /** The same for home screens, when it was drawn. */
  touchIconUrl?: string
  /** Pictures of pages for social media, as far as they were drawn; `title` is the document's. */
  cards: readonly { path: string; title: string; url: string }[]
}

/** One address of the site; `*` stands for every other address. */
export interface Page {
  path: string
  status: number
  zone: 'public' | 'account'
  /** Whether the site map lists it. */
  isListed: boolean
}

/** A document with its bytes, ready to be sent. */
export interface RenderedPage extends Page {
  body: Bodies
  /** Day of the last change of its text, as far as this server knows. */
  changedOn: string
}

/** A document as the rendering program returns it. */
export type UndatedPage = Omit<RenderedPage, 'changedOn'>

export interface RenderTask {
  /** The built module. */
  module: string
  input: PrerenderInput
}
