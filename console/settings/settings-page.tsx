import { consoleHref } from '../lib/console-href.ts'
import { useQuery } from '../lib/use-query.ts'
import { useTitle } from '../lib/use-title.ts'
import { ViewLink, Views } from '../list/views.tsx'
import { AllSettings } from './all-settings.tsx'
import { Checks } from './checks.tsx'
import { PushChannels } from './push-channels.tsx'

const VIEWS = [
  { view: undefined, label: '检查', Component: Checks },
  { view: 'pushes', label: '通知', Component: PushChannels },
  { view: 'all', label: '全部设置', Component: AllSettings },
] as const

/** Whether the shop is well, who is told of what waits, and every setting; `view` in the address chooses. */
export function SettingsPage() {
  const { view } = useQuery()
  useTitle('设置')
  const current = VIEWS.find((each) => each.view === view) ?? VIEWS[0]
  return (
    <>
      <header className="op-head">
        <h1>设置</h1>
        <p>设置写在环境变量或 .env 里，修改后需重新启动。</p>
      </header>
      <Views label="设置">
        {VIEWS.map(({ view: name, label }) => (
          <ViewLink
            key={label}
            to={consoleHref('/settings', { view: name })}
            isCurrent={name === current.view}
          >
            {label}
          </ViewLink>
        ))}
      </Views>
      <current.Component />
    </>
  )
}
