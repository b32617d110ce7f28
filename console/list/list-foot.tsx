import { ButtonLink } from '#web/ui/action/button.tsx'
import { consoleHref, type ConsolePath } from '../lib/console-href.ts'

interface ListFootProps {
  path: ConsolePath
  /** The rest of the query, which stays. */
  filter: Readonly<Record<string, string | undefined>>
  before: string | undefined
  /** Null: the last page. */
  next: string | null
  /** Newest first, as most lists are. */
  isByTime?: boolean
}

/** The keys that the list above it answers to, and links to older and newest rows. */
export function ListFoot({ path, filter, before, next, isByTime = true }: ListFootProps) {
  return (
    <div className="list-foot">
      <div className="keys">
        <span className="key-move">
          <kbd>j</kbd>
          <kbd>k</kbd>上下
        </span>
        <span className="key-open">
          <kbd>Enter</kbd>打开
        </span>
        <span>
          <kbd>?</kbd>全部按键
        </span>
      </div>
      <div className="row-actions">
        {before !== undefined && (
          <ButtonLink size="small" to={consoleHref(path, filter)}>
            {isByTime ? '回到最新' : '回到第一页'}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink size="small" to={consoleHref(path, { ...filter, before: next })}>
            {isByTime ? '更早' : '下一页'}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
