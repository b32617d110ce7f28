import type { Article, ArticleName } from '#contract/content/article.ts'

/** The operator's long texts, as short as they can be. */
export const testArticles: Record<ArticleName, Article> = {
  tutorial: articleOf('tutorial'),
  terms: articleOf('terms'),
  privacy: articleOf('privacy'),
  refund: articleOf('refund'),
}

function articleOf(name: ArticleName): Article {
  return {
    name,
    title: `${name} 的标题`,
    description: `${name} 的说明。`,
    lead: '一句话。',
    updated: '2026-11-21',
    intro: [],
    sections: [
      {
        id: 'first',
        title: ['第一段'],
        label: '第一段',
        blocks: [{ kind: 'paragraph', of: ['正文。'] }],
      },
    ],
  }
}
