import { type ConsoleApplication, listConsoleApplications } from '#contract/console/applications.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { useRefresh } from '../home/use-refresh.ts'
import { callConsole } from '../lib/call.ts'
import { applicationHref } from '../lib/console-href.ts'
import { useTitle } from '../lib/use-title.ts'
import { type Column, RowTable } from '../list/row-table.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { ApplicationTag, DeliveryTag } from './application-tags.tsx'

const COLUMNS: readonly Column[] = [
  { head: '名称' },
  { head: '状态' },
  { head: '授权的用户', className: 'right w-mid' },
  { head: '今天使用', className: 'right w-mid' },
  { head: '30 天使用', className: 'right' },
  { head: '最近调用' },
  { head: '消息' },
]

/** The AI tools that spend customers' credit. */
export function ApplicationsPage() {
  useTitle('应用')
  const load = useLoad('applications', (signal) =>
    callConsole(listConsoleApplications, {}, { signal, isQuiet: true }),
  )
  useRefresh(load.reload, load.data?.isRenewing ?? false)
  const actions = useActionDialog(load.reload)
  return (
    <>
      <header className="op-head">
        <h1>应用</h1>
        {load.data && !load.error && (
          <p role="status">{load.data.applications.length} 个使用积分的应用</p>
        )}
        <span className="row-actions">
          <ActionButton actions={actions} command="applications rotate-signing-key">
            换登录签名密钥
          </ActionButton>
          <ActionButton
            actions={actions}
            command="applications register"
            kind="primary"
            icon="plus"
          >
            登记应用
          </ActionButton>
        </span>
      </header>
      <section className="panel list-panel" aria-label="应用列表" aria-busy={load.isLoading}>
        <Loaded load={load} what="应用" lines={6}>
          {({ applications }) =>
            applications.length === 0 ? (
              <Empty heading="h2" title="还没有应用">
                登记以后，应用可以让用户登录，并使用他们的积分。
              </Empty>
            ) : (
              <RowTable caption="应用" columns={COLUMNS}>
                {applications.map((application) => (
                  <ApplicationRow key={application.id} application={application} />
                ))}
              </RowTable>
            )
          }
        </Loaded>
      </section>
      {actions.dialog}
    </>
  )
}

function ApplicationRow({ application }: { application: ConsoleApplication }) {
  const { id, name, isFirstParty, grants, chargedToday, charged30, lastUsedAt } = application
  return (
    <tr>
      <td className="n-lead cut grows" title={name}>
        <Link data-row className="row-link" to={applicationHref(id)}>
          {name}
        </Link>
      </td>
      <td className="n-state">
        <ApplicationTag application={application} />
      </td>
      <td className="right w-mid">
        {isFirstParty ? <span className="faint">自营</span> : <Credit credit={grants} />}
      </td>
      <td className="right w-mid">
        <Credit credit={chargedToday} />
      </td>
      <td className="right n-sum">
        <Credit credit={charged30} />
      </td>
      <td className="n-time">
        <DayTime iso={lastUsedAt} />
      </td>
      <td className="n-rest">
        <DeliveryTag application={application} />
      </td>
    </tr>
  )
}
