import type { Screen } from './page-content.ts'

/** The operator's Markdown texts as a tree of typed nodes; raw HTML is refused. */

/** Each name is a file of `content/pages/` and a page of the site. */
export const ARTICLES = ['tutorial', 'terms', 'privacy', 'refund'] as const
export type ArticleName = (typeof ARTICLES)[number]

export interface Article {
  name: ArticleName
  title: string
  /** For search engines. */
  description: string
  /** The paragraph under the title. */
  lead: string
  /** Scope or start of validity, shown beside the date in small type. */
  note?: string
  /** Day of the last change, such as 2026-11-21. */
  updated: string
  /** Blocks before the first section. */
  intro: Block[]
  sections: Section[]
}

export interface Section {
  /** The anchor of the section. */
  id: string
  title: Inline[]
  /** The title without emphasis, for the table of contents. */
  label: string
  blocks: Block[]
}

export type Block =
  | { kind: 'paragraph'; of: Inline[] }
  | { kind: 'heading'; level: 3 | 4; id: string; of: Inline[] }
  | { kind: 'code'; title: string; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  /** An ordered list whose items have titles. */
  | { kind: 'steps'; items: TitledItem[] }
  /** A plain list whose items have titles. */
  | { kind: 'terms'; items: TitledItem[] }
  | { kind: 'notice'; of: Inline[] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  /** A page of the product in both schemes. */
  | { kind: 'screen'; screen: Screen }

export interface TitledItem {
  title: Inline[]
  blocks: Block[]
}

export type Inline =
  | string
  | { kind: 'strong' | 'emphasis'; of: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  /** `to` is a path of this site, an anchor of this page, or an address elsewhere (https, mailto). */
  | { kind: 'link'; to: string; of: Inline[] }

/** The text without emphasis and links. */
export function plainText(parts: readonly Inline[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.kind === 'code') return part.text
      return part.kind === 'break' ? ' ' : plainText(part.of)
    })
    .join('')
}
