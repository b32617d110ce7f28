import { type Article, ARTICLES } from '#contract/content/article.ts'
import type { Site } from '#contract/content/content.ts'
import { type PageData, useSite } from '../../lib/site.ts'
import type { StructuredData } from '../../lib/page/structured-data.ts'

/** The text of this page; its document contains no other. */
export function useArticle(): Article {
  const article = articleOf(useSite())
  if (article === undefined) throw new Error('This document carries no text')
  return article
}

function articleOf(site: Site): Article | undefined {
  return ARTICLES.map((name) => site[name]).find((article) => article !== undefined)
}

/** Description for search engines; pages that show a text re-export it with `structuredData`. */
export function description({ site }: PageData): string | undefined {
  return articleOf(site)?.description
}

export function structuredData({ site }: PageData): StructuredData[] {
  const article = articleOf(site)
  if (article === undefined) return []
  const { name, title, updated } = article
  const url = `${site.publicUrl}/${name}`
  return [
    {
      '@context': 'https://schema.org',
      '@type': name === 'tutorial' ? 'TechArticle' : 'WebPage',
      name: title,
      ...(name === 'tutorial' && { headline: title }),
      description: article.description,
      dateModified: updated,
      inLanguage: 'zh-CN',
      url,
      publisher: { '@type': 'Organization', name: site.company, url: site.publicUrl },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: site.name, item: `${site.publicUrl}/` },
        { '@type': 'ListItem', position: 2, name: title, item: url },
      ],
    },
  ]
}
