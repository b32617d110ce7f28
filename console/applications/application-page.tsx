import { readConsoleApplication } from '#contract/console/applications.ts'
import { ButtonLink } from '#web/ui/action/button.tsx'
import { Credit } from '#web/ui/display/money.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { useLoad } from '#web/ui/feedback/use-load.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { useActionDialog } from '../actions/use-action-dialog.tsx'
import { MessageScreen } from '../frame/message-screen.tsx'
import { useRefresh } from '../home/use-refresh.ts'
import { callConsole } from '../lib/call.ts'
import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { BackToList } from '../list/back-to-list.tsx'
import { Strip } from '../panel/facts.tsx'
import { DayTime } from '../panel/day-time.tsx'
import { ApplicationFacts } from './application-facts.tsx'
import { ApplicationTag } from './application-tags.tsx'
import { Spenders } from './spenders.tsx'
import { Undelivered } from './undelivered.tsx'
import { UsagePanel } from './usage-panel.tsx'

/** One application, which the address names. */
export function ApplicationPage() {
  const { id = '' } = useQuery()
  return <OneApplication key={id} id={id} />
}

function OneApplication({ id }: { id: string }) {
  const load = useLoad('application', (signal) =>
    callConsole(readConsoleApplication, { id }, { signal, isQuiet: true }),
  )
  useRefresh(load.reload, load.data?.isRenewing ?? false)
  const actions = useActionDialog(load.reload)
  useTitle(`应用 ${load.data?.application.name ?? id}`)
  if (id === '' || load.error?.status === 404)
    return (
      <MessageScreen
        title="没有这个应用"
        actions={<ButtonLink to={consoleHref('/applications')}>看全部应用</ButtonLink>}
      >
        {id === '' ? '地址里没有应用。' : `没有 ${id}，请检查是否完整。`}
      </MessageScreen>
    )
  return (
    <>
      <BackToList path="/applications" label="应用" />
      <Loaded load={load} what="应用" lines={12}>
        {(detail) => {
          const { application, messages } = detail
          const given = { application: application.id }
          const isLive = application.disabledAt === null
          return (
            <>
              <header className="op-head">
                <h1>{application.name}</h1>
                <ApplicationTag application={application} />
                <span className="row-actions">
                  <ButtonLink
                    size="small"
                    to={consoleHref('/credit/ledger', { application: application.id })}
                  >
                    看流水
                  </ButtonLink>
                  {isLive && (
                    <>
                      <ActionButton actions={actions} command="applications change" given={given}>
                        修改网址
                      </ActionButton>
                      <ActionButton actions={actions} command="applications rotate" given={given}>
                        换新密钥
                      </ActionButton>
                      <ActionButton actions={actions} command="applications disable" given={given}>
                        停用
                      </ActionButton>
                    </>
                  )}
                </span>
              </header>
              <Strip
                rows={[
                  ['今天使用', <Credit key="today" credit={application.chargedToday} />],
                  ['30 天使用', <Credit key="month" credit={application.charged30} />],
                  ['授权的用户', application.isFirstParty ? null : `${application.grants} 位`],
                  ['最近调用', <DayTime key="last" iso={application.lastUsedAt} />],
                ]}
              />
              <UsagePanel days={detail.days} />
              <div className="columns">
                <div>
                  <Undelivered
                    messages={messages}
                    hasWebhook={application.webhookUrl !== null}
                    actions={actions}
                  />
                  <Spenders spenders={detail.spenders} />
                </div>
                <ApplicationFacts detail={detail} />
              </div>
            </>
          )
        }}
      </Loaded>
      {actions.dialog}
    </>
  )
}
