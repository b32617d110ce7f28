import { useSite } from '../../lib/site.ts'
import { useSiteAddress } from '../../shell/use-site-address.ts'
import { Article } from './article.tsx'
import { NextCard } from './next-card.tsx'
import { useArticle } from './use-article.ts'

export { description, structuredData } from './use-article.ts'

/** The terms, privacy and refund pages, which link to one another. */
export default function LegalPage() {
  const { termsUrl, privacyUrl, refundUrl } = useSite()
  const { path } = useSiteAddress()
  const others = [
    { to: termsUrl, name: '服务条款' },
    { to: privacyUrl, name: '隐私政策' },
    { to: refundUrl, name: '退款规则' },
  ].filter(({ to }) => to !== path)
  return (
    <Article text={useArticle()}>
      <nav className="prose-next no-print" aria-label="其他规则">
        {others.map(({ to, name }) => (
          <NextCard key={name} before="另请参阅" to={to}>
            {name}
          </NextCard>
        ))}
      </nav>
    </Article>
  )
}
