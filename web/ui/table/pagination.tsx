import { Link } from '../../lib/router/link.tsx'
import { Icon } from '../icon/icon.tsx'

interface PaginationProps {
  page: number
  pageSize: number
  total: number
  /** The address of a page by its number. */
  to: (page: number) => string
}

/** Links to the first, the last and the neighbouring pages; renders nothing for a single page. */
export function Pagination({ page, pageSize, total, to }: PaginationProps) {
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  return (
    <nav className="pager" aria-label="分页">
      {page > 1 ? (
        <Link to={to(page - 1)} aria-label="上一页">
          <Icon name="back" />
        </Link>
      ) : (
        <span aria-hidden="true">
          <Icon name="back" />
        </span>
      )}
      {pagesAround(page, last).map((shown) =>
        typeof shown === 'string' ? (
          <span key={shown} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={shown}
            to={to(shown)}
            aria-label={`第 ${shown} 页`}
            aria-current={shown === page ? 'page' : undefined}
          >
            {shown}
          </Link>
        ),
      )}
      {page < last ? (
        <Link to={to(page + 1)} aria-label="下一页">
          <Icon name="next" />
        </Link>
      ) : (
        <span aria-hidden="true">
          <Icon name="next" />
        </span>
      )}
    </nav>
  )
}

/** 1 … 4 5 6 … 9; a gap is a string with the page that follows it. */
export function pagesAround(page: number, last: number): (number | string)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((each) => each >= 1 && each <= last)
  const pages = [...new Set(wanted)].toSorted((a, b) => a - b)
  return pages.flatMap((each, at) => {
    const before = pages[at - 1] ?? 0
    if (each - before === 2) return [each - 1, each]
    return each - before > 2 ? [`gap-${each}`, each] : [each]
  })
}
