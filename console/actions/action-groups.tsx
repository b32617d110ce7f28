import { Link } from '#web/lib/router/link.tsx'
import { Badge } from '#web/ui/display/tag.tsx'
import { formHref } from '../lib/console-href.ts'
import type { ActionGroup } from './action-forms.tsx'

interface ActionGroupsProps {
  groups: readonly ActionGroup[]
}

/** Actions with what they do, in a panel for each group. */
export function ActionGroups({ groups }: ActionGroupsProps) {
  return (
    <div className="action-groups">
      {groups.map(({ title, forms }, at) => (
        <section className="panel" key={title} aria-labelledby={`group-${at}`}>
          <header className="panel-head">
            <h2 id={`group-${at}`}>{title}</h2>
          </header>
          <ul className="action-list">
            {forms.map(({ command, title: name, summary, needsConfirmation, ownForm }) => (
              <li key={command}>
                <Link to={formHref({ command, ownForm })} preventScrollReset>
                  <strong>{name}</strong>
                  {needsConfirmation && <Badge kind="quiet">要确认</Badge>}
                  <span>{summary}</span>
                  <code>{command}</code>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** Actions by their titles alone, a line for each group. */
export function QuickActions({ groups }: ActionGroupsProps) {
  return (
    <section className="panel" aria-labelledby="quick">
      <header className="panel-head">
        <h2 id="quick">操作</h2>
        <Link to="/actions">全部说明</Link>
      </header>
      <dl className="quick">
        {groups.map(({ title, forms }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              {forms.map((form) => (
                <Link key={form.command} to={formHref(form)}>
                  {form.title}
                </Link>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
