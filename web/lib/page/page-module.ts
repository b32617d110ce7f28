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
  /** Structured data of a prerendered page for search engines. */
  structuredData?: (data: PageData) => StructuredData[]
  /** The page's own description for search engines, from the operator's texts. */
  description?: (data: PageData) => string | undefined
}
