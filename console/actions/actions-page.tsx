import { useNavigate } from '#web/lib/router/contexts.ts'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ActionDialog } from './action-dialog.tsx'
import { findActionForm, useActionForms } from './action-forms.tsx'
import { ActionGroups } from './action-groups.tsx'
import { givenOf } from './given.ts'

/** All actions of the role; `do` in the address opens one, with its fields filled from the rest. */
export function ActionsPage() {
  const load = useActionForms()
  const query = useQuery()
  const navigate = useNavigate()
  useTitle('操作')
  const { do: command } = query
  const form = command === undefined ? undefined : findActionForm(load.data, command)
  const close = () =>
    void navigate(consoleHref('/actions'), { replace: true, preventScrollReset: true })

  return (
    <>
      <header className="op-head">
        <h1>操作</h1>
        <p>与命令行相同，先看预览，再执行，都记入操作记录。</p>
      </header>
      <Loaded load={load} what="操作" lines={8}>
        {({ groups }) => (
          <>
            {command !== undefined && !form && (
              <Notice kind="wait" role="alert">
                没有 {command} 这个操作，或者您的角色不能做。
              </Notice>
            )}
            {groups.length === 0 ? (
              <section className="panel">
                <Empty heading="h2" title="没有操作">
                  您的角色只能查看。
                </Empty>
              </section>
            ) : (
              <ActionGroups groups={groups} />
            )}
          </>
        )}
      </Loaded>
      {form && (
        <ActionDialog key={form.command} form={form} given={givenOf(form, query)} onClose={close} />
      )}
    </>
  )
}
