import type { ListItem, Offer } from 'schema-dts'
import type { Combo } from '#contract/shapes.ts'
import type { PageData } from '../../lib/site.ts'
import { findAddress, type SitePath } from '#contract/addresses.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'

/** Structured data (schema.org) of the public pages. */

export function faqPage(
  questions: readonly { question: string; answer: string }[],
): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

/** One product with an offer for each plan on sale. */
export function productWithOffers({ site, plans }: PageData): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `${site.name}${site.creditUnit}`,
    description: site.description,
    brand: { '@type': 'Brand', name: site.name },
    image: new URL(site.logoUrl, site.publicUrl).href,
    offers: plans.map((plan) => offer(plan, site.publicUrl)),
  }
}

function offer(plan: Combo, publicUrl: string): Offer {
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat('zh-CN', {
    style: 'currency',
    currency: plan.currency,
  }).resolvedOptions()
  return {
    '@type': 'Offer',
    name: plan.name,
    description: plan.summary,
    price: (plan.amount / 10 ** digits).toFixed(digits),
    priceCurrency: plan.currency.toUpperCase(),
    availability: 'https://schema.org/InStock',
    url: `${publicUrl}/plans`,
  }
}

/** Breadcrumbs of a page below the home page. */
export function breadcrumbs({ site }: PageData, path: SitePath): StructuredData {
  const steps = (['/', path] as const).map((address, at): ListItem => ({
    '@type': 'ListItem',
    position: at + 1,
    name: findAddress(address).meta.title,
    item: site.publicUrl + address,
  }))
  return { '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement: steps }
}
