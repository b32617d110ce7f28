import type { ConsoleApplication } from '#contract/console/applications.ts'

interface TagProps {
  application: Pick<ConsoleApplication, 'disabledAt' | 'failing' | 'givenUp'>
}

export function ApplicationTag({ application: { disabledAt } }: TagProps) {
  return disabledAt === null ? (
    <span className="tag" data-outcome="done">
      使用中
    </span>
  ) : (
    <span className="tag" data-outcome="none">
      已停用
    </span>
  )
}

/** Whether messages to the application arrive. */
export function DeliveryTag({ application: { failing, givenUp } }: TagProps) {
  if (failing > 0)
    return (
      <span className="tag" data-outcome="failed">
        {countText(failing)} 条没有送达
      </span>
    )
  if (givenUp > 0)
    return (
      <span className="tag" data-outcome="refused">
        {countText(givenUp)} 条已放弃
      </span>
    )
  return <span className="faint">正常</span>
}

/** Counted up to 100. */
function countText(count: number): string {
  return count >= 100 ? '至少 100' : String(count)
}
