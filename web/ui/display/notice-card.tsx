import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import type { ShownNotice } from '#contract/account/notices.ts'
import { Button } from '../action/button.tsx'
import { Icon } from '../icon/icon.tsx'

interface NoticeCardProps {
  notice: Omit<ShownNotice, 'id'>
  /** How many more there are. */
  others?: number
  /** Shows all of its text. */
  isOpenAtFirst?: boolean
  /** At the right of the last line. */
  action?: ReactNode
}

/** A notice of the operator. Every one is as high as the others until a long one is opened. */
export function NoticeCard({ notice, others = 0, isOpenAtFirst = false, action }: NoticeCardProps) {
  const { title, text, link, tone } = notice
  const id = useId()
  const box = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const [isCut, setIsCut] = useState(false)

  // before the first paint: the button would move what stands beside it
  useLayoutEffect(() => {
    const measure = () => {
      const parts = [...(box.current?.querySelectorAll('h2, .notice-text') ?? [])]
      setIsCut(
        parts.some(
          ({ scrollHeight, clientHeight, scrollWidth, clientWidth }) =>
            scrollHeight > clientHeight + 1 || scrollWidth > clientWidth,
        ),
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [title, text])

  return (
    <article
      className="card notice-card"
      data-tone={tone}
      data-open={isOpen ? '' : undefined}
      aria-labelledby={id}
      ref={box}
    >
      <header>
        <Icon name={tone === 'warning' ? 'warn' : 'info'} />
        <h2 id={id}>{title}</h2>
        {others > 0 && <small>还有 {others} 条</small>}
      </header>
      <p className="notice-text">{text}</p>
      <footer>
        {link && (
          <a href={link.url} {...(!link.url.startsWith('/') && { rel: 'noopener' })}>
            {link.label}
          </a>
        )}
        <span className="end">
          {(isCut || isOpen) && (
            <Button
              kind="ghost"
              size="small"
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? '收起' : '展开全文'}
            </Button>
          )}
          {action}
        </span>
      </footer>
    </article>
  )
}
