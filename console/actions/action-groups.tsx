import { Link } from '#web/lib/router/link.tsx'
import { Badge } from '#web/ui/display/tag.tsx'
import { consoleHref } from '../lib/console-href.ts'
import type { ActionGroup } from './action-forms.tsx'

interface ActionGroupsProps {
  groups: readonly ActionGroup[]
  /** Titles only. */
  isCompact?: boolean
}

/** Links to actions, in a panel for each group. */
export function ActionGroups({ groups, isCompact = false }: ActionGroupsProps) {
  return (
    <div className={isCompact ? 'action-groups is-compact' : 'action-groups'}>
      {groups.map(({ title, forms }, at) => (
        <section className="panel" key={title} aria-labelledby={`group-${at}`}>
          <header className="panel-head">
            <h2 id={`group-${at}`}>{title}</h2>
          </header>
          <ul className="action-list">
            {forms.map(({ command, title: name, summary, needsConfirmation }) => (
              <li key={command}>
                <Link to={consoleHref('/actions', { do: command })} preventScrollReset>
                  <strong>{name}</strong>
                  {!isCompact && (
                    <>
                      {needsConfirmation && <Badge kind="quiet">要确认</Badge>}
                      <span>{summary}</span>
                      <code>{command}</code>
                    </>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
