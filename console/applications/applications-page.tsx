import { type ConsoleApplication, listConsoleApplications } from '#contract/console/applications.ts'
import { Link } from '#web/lib/router/link.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { callConsole } from '../lib/call.ts'
import { applicationHref } from '../lib/console-href.ts'
import { ListPage } from '../list/list-page.tsx'
import type { RowColumn } from '../list/row-table.tsx'
import { DayTime } from '../panel/cells.tsx'
import { ApplicationTag, DeliveryTag } from './application-tags.tsx'

/** The AI tools that spend customers' credit. */
export function ApplicationsPage() {
  return (
    <ListPage
      path="/applications"
      title="应用"
      read={async (_filter, _before, options) => ({
        ...(await callConsole(listConsoleApplications, {}, options)),
        next: null,
      })}
      isRenewing={({ isRenewing }) => isRenewing}
      rows={({ applications }) => applications}
      caption="应用"
      status={({ data: { applications } }) => `${applications.length} 个使用积分的应用`}
      buttons={(actions) => (
        <>
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
        </>
      )}
      keyOf={({ id }) => id}
      columns={() => COLUMNS}
      empty={{
        title: '还没有应用',
        text: '登记以后，应用可以让用户登录，并使用他们的积分。',
      }}
    />
  )
}

const COLUMNS: readonly RowColumn<ConsoleApplication>[] = [
  {
    head: '名称',
    cell: 'n-lead grows',
    text: ({ name }) => name,
    draw: ({ id, name }) => (
      <Link data-row className="row-link" to={applicationHref(id)}>
        {name}
      </Link>
    ),
  },
  {
    head: '状态',
    cell: 'n-state',
    draw: (application) => <ApplicationTag application={application} />,
  },
  {
    head: '授权的用户',
    className: 'right w-mid',
    draw: ({ isFirstParty, grants }) =>
      isFirstParty ? <span className="faint">自营</span> : <Credit credit={grants} />,
  },
  {
    head: '今天使用',
    className: 'right w-mid',
    draw: ({ chargedToday }) => <Credit credit={chargedToday} />,
  },
  {
    head: '30 天使用',
    className: 'right',
    cell: 'n-sum',
    draw: ({ charged30 }) => <Credit credit={charged30} />,
  },
  { head: '最近调用', cell: 'n-time', draw: ({ lastUsedAt }) => <DayTime iso={lastUsedAt} /> },
  {
    head: '消息',
    cell: 'n-rest',
    draw: (application) => <DeliveryTag application={application} />,
  },
]
