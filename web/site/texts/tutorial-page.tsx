import { useSupport } from '../../shell/help/support.ts'
import { Article } from './article.tsx'
import { NextCard } from './next-card.tsx'
import { useArticle } from './use-article.ts'

export { description, structuredData } from './use-article.ts'

export default function TutorialPage() {
  const [chat] = useSupport().chats
  return (
    <Article text={useArticle()}>
      <nav className="prose-next no-print" aria-label="接下来">
        <NextCard before="接下来" to="/plans">
          选一份套餐
        </NextCard>
        {chat && (
          <NextCard before="还有疑问" to={chat.url}>
            联系客服
          </NextCard>
        )}
      </nav>
    </Article>
  )
}
