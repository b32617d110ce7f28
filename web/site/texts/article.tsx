import { type ReactNode, useEffect, useState } from 'react'
import type { Article as Text, Section } from '#contract/content/article.ts'
import { Clauses } from '../../ui/display/clauses.tsx'
import { ArticleBlocks, Inlines } from './article-blocks.tsx'

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

/** The section that crosses this band below the header is the current one. */
const BAND = '-20% 0px -70% 0px'

/** The anchor of the current section; undefined above the first. */
function useCurrentSection(sections: readonly Section[]): string | undefined {
  const [read, setRead] = useState<string>()

  useEffect(() => {
    const crossing = new Set<string>()
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          const id = target.getAttribute('aria-labelledby') ?? ''
          if (isIntersecting) crossing.add(id)
          else crossing.delete(id)
        }
        const first = sections.find(({ id }) => crossing.has(id))
        // between two sections the former one remains
        if (first !== undefined) setRead(first.id)
      },
      { root: document, rootMargin: BAND },
    )
    for (const { id } of sections) {
      const section = document.getElementById(id)?.parentElement
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [sections])

  return read
}
