import type {
  BreadcrumbList,
  FAQPage,
  Organization,
  Product,
  TechArticle,
  WebPage,
  WithContext,
} from 'schema-dts'

/** The structured data of our documents for search engines. */
export type StructuredData = WithContext<
  BreadcrumbList | FAQPage | Organization | Product | TechArticle | WebPage
>
