import type { WaitingItem } from '#contract/console/figures/figures.ts'
import { Link } from '#web/lib/router/link.tsx'
import { spanText } from './span-text.ts'
import { now } from '#web/lib/clock.ts'

/** What waits for a person, the most urgent first. */
export function WaitingPanel({ waiting }: { waiting: readonly WaitingItem[] }) {
  const total = waiting.reduce((all, { count }) => all + count, 0)
  const isMore = waiting.some((item) => item.isMore)
  const isBad = waiting.some(({ urgency }) => urgency === 'bad')
  return (
    <section className="panel" aria-labelledby="waiting">
      <header className="panel-head">
        <h2 id="waiting">待办</h2>
        {total > 0 && (
          <span className="count" data-kind={isBad ? 'bad' : 'wait'}>
            {total}
            {isMore && '+'}
          </span>
        )}
        {waiting.length > 1 && <span className="faint">最急的在上面</span>}
      </header>
      {waiting.length === 0 ? (
        <p className="panel-none faint">没有待办事项。</p>
      ) : (
        <ul className="todo">
          {waiting.map((item) => (
            <li key={item.name} data-kind={item.urgency}>
              <i />
              <b>
                {item.count}
                {item.isMore && '+'}
              </b>
              <p title={item.detail}>
                {item.title} <span>{item.detail}</span>
              </p>
              <span className="due">{dueText(item)}</span>
              <Link to={item.href} aria-label={`${item.action}：${item.title}`}>
                {item.action}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function dueText({ due, since, count }: WaitingItem): string {
  if (due !== null) {
    const left = Date.parse(due) - now()
    return left > 0 ? `还剩 ${spanText(left)}` : `已过期 ${spanText(-left)}`
  }
  if (since === null) return ''
  return `${count > 1 ? '最久' : '已'} ${spanText(now() - Date.parse(since))}`
}
