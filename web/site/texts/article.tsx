import type { ReactNode } from 'react'
import type { Article as Text } from '#contract/content/article.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { ArticleBlocks, Inlines } from './article-blocks.tsx'
import { useCurrentSection } from './use-current-section.ts'

interface ArticleProps {
  text: Text
  /** Shown below the last section. */
  children: ReactNode
}

/** A text of the operator beside its table of contents, which marks the current section. */
export function Article({ text, children }: ArticleProps) {
  const { title, lead, note, updated, intro, sections } = text
  return (
    <article className="wrap guide">
      <header>
        <h1>{title}</h1>
        <p className="lead">
          <Clauses of={lead} />
        </p>
        <p className="guide-facts faint">
          {note !== undefined && <span>{note}</span>}
          <span>
            <time dateTime={updated}>{dayText(updated)}</time>更新
          </span>
        </p>
      </header>
      <Contents sections={sections} />
      <div className="prose">
        {intro.length > 0 && (
          <div className="prose-part">
            <ArticleBlocks blocks={intro} caption={title} />
          </div>
        )}
        {sections.map(({ id, title: heading, label, blocks }) => (
          <section className="prose-part" key={id} aria-labelledby={id}>
            <h2 id={id}>
              <Inlines of={heading} />
            </h2>
            <ArticleBlocks blocks={blocks} caption={label} />
          </section>
        ))}
        {children}
      </div>
    </article>
  )
}

function Contents({ sections }: Pick<Text, 'sections'>) {
  const read = useCurrentSection(sections)
  return (
    <nav className="toc no-print" aria-labelledby="toc">
      <p id="toc">目录</p>
      <ol>
        {sections.map(({ id, label }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === read ? 'location' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Formats 2026-11-21 as 2026 年 11 月 21 日. */
function dayText(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}
