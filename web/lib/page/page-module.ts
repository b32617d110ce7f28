import type { ComponentType } from 'react'
import type { Query } from '../query.ts'
import type { PageData } from '../site.ts'
import type { StructuredData } from './structured-data.ts'

export interface PageProps {
  query: Query
}

/** The file of a page. */
export interface PageModule {
  default: ComponentType<PageProps>
  /** Things of schema.org that a prerendered page says to search engines. */
  structuredData?: (data: PageData) => StructuredData[]
  /** The operator's sentence for search engines, of a prerendered page that has one of its own. */
  description?: (data: PageData) => string | undefined
}
