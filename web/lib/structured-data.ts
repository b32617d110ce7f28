import type {
  BreadcrumbList,
  FAQPage,
  Organization,
  Product,
  TechArticle,
  WebPage,
  WithContext,
} from 'schema-dts'

/** What our documents say to search engines, in the types that schema.org publishes. */
export type StructuredData = WithContext<
  BreadcrumbList | FAQPage | Organization | Product | TechArticle | WebPage
>
