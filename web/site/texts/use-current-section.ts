import { useEffect, useState } from 'react'
import type { Section } from '#contract/content/article.ts'

/** The section that crosses this band below the header is the current one. */
const BAND = '-20% 0px -70% 0px'

/** The anchor of the current section; undefined above the first. */
export function useCurrentSection(sections: readonly Section[]): string | undefined {
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
