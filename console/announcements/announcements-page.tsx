import { listAnnouncements } from '#contract/console/announcements.ts'
import { ANNOUNCEMENT_STATES } from '#contract/console/announcement-fields.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded, useLoad } from '#web/ui/feedback/loaded.tsx'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { callConsole } from '../lib/call.ts'
import { useTitle } from '../lib/use-title.ts'
import { AnnouncementsTable } from './announcements-table.tsx'

/** The announcements by what customers see of them: now, later, no more. */
export function AnnouncementsPage() {
  useTitle('公告')
  const load = useLoad('announcements', (signal) =>
    callConsole(listAnnouncements, {}, { signal, isQuiet: true }),
  )
  const actions = useActionDialog(load.reload)
  const canAdd = actions.canRun('announcements add')
  return (
    <>
      <header className="op-head">
        <h1>公告</h1>
        <p>横幅在页面顶端，给所有人看；通知卡片在账户中心，给登录的用户看。</p>
        {canAdd && (
          <span className="row-actions">
            <ButtonLink size="small" icon="plus" to="/announcements/announcement">
              发布公告
            </ButtonLink>
          </span>
        )}
      </header>
      <Loaded load={load} what="公告" lines={8}>
        {({ announcements }) =>
          announcements.length === 0 ? (
            <section className="panel">
              <Empty heading="h2" title="还没有公告">
                {canAdd ? '发布之后，约十五秒内出现在网站上。' : '所有者可以发布。'}
              </Empty>
            </section>
          ) : (
            ANNOUNCEMENT_STATES.map((state) => (
              <AnnouncementsTable
                key={state}
                state={state}
                announcements={announcements.filter((each) => each.state === state)}
                actions={actions}
              />
            ))
          )
        }
      </Loaded>
      {actions.dialog}
    </>
  )
}
