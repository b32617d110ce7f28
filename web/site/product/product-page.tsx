import type { ProductContent } from '#contract/content/page-content.ts'
import { type PageData, usePageContent } from '../../lib/site.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { BlockHead, HeadingText } from '../sections/block-head.tsx'
import { Closing } from '../sections/closing.tsx'
import { FaqBlock } from '../sections/faq-block.tsx'
import { PageHero } from '../sections/page-hero.tsx'
import { ProductScreen } from '../sections/product-screen.tsx'
import { breadcrumbs, faqPage, productWithOffers } from '../sections/structured-data.ts'
import { CheckList } from '../sections/check-list.tsx'
import { TextTable } from '../sections/text-table.tsx'
import type { StructuredData } from '../../lib/page/structured-data.ts'

export function description({ site }: PageData): string | undefined {
  return site.product?.description
}

export function structuredData(data: PageData): StructuredData[] {
  const { product } = data.site
  return [
    breadcrumbs(data, '/product'),
    ...(data.plans.length === 0 ? [] : [productWithOffers(data)]),
    ...(product === undefined ? [] : [faqPage(product.questions)]),
  ]
}

export default function ProductPage() {
  const { lead, features, limits, questions } = usePageContent('product')
  return (
    <>
      <PageHero lead={lead} />
      <nav className="wrap jump" aria-label="本页内容">
        {features.map(({ id, icon, name }) => (
          <a key={id} href={`#${id}`}>
            <Icon name={icon} />
            {name}
          </a>
        ))}
      </nav>
      {features.map((feature, at) => (
        <Feature key={feature.id} {...feature} isFlipped={at % 2 === 1} />
      ))}
      <section className="wrap block" aria-labelledby="limits">
        <BlockHead id="limits" title={limits.title} text={limits.text} />
        <TextTable caption={limits.title} columns={limits.columns} rows={limits.rows} />
        <p className="faint table-note">{limits.note}</p>
      </section>
      <FaqBlock questions={questions} />
      <Closing />
    </>
  )
}

type FeatureProps = ProductContent['features'][number] & { isFlipped: boolean }

function Feature({ id, title, text, points, screen, isFlipped }: FeatureProps) {
  return (
    <section
      className={isFlipped ? 'wrap feature flip' : 'wrap feature'}
      id={id}
      aria-labelledby={`${id}-title`}
    >
      <div className="feature-words">
        <h2 id={`${id}-title`}>
          <HeadingText of={title} />
        </h2>
        <p>{text}</p>
        <CheckList points={points} />
      </div>
      <ProductScreen screen={screen} />
    </section>
  )
}
