import type { ReactNode } from 'react'
import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '../../lib/call/call.ts'
import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import type { SitePath } from '#contract/addresses.ts'
import { UserText } from '../../shell/user-text.tsx'
import { ButtonLink } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import type { IconName } from '../../ui/icon/icon-name.ts'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { useLoad } from '../../ui/feedback/use-load.ts'
import { ListCard } from '../frame/list-card.tsx'

type Session = OutputOf<typeof api.account.sessions>['list'][number]

/** What keeps the account safe, and where to change it. */
export function SecurityCard() {
  const devices = useLoad('sessions', (signal) =>
    call(api.account.sessions, {}, { signal, isQuiet: true }),
  )
  return (
    <ListCard title="账户安全">
      <ul className="list">
        <Line icon="mail" name="邮箱" to="/account/change-email" label="修改邮箱">
          <UserText part="email" />
        </Line>
        <Line icon="lock" name="密码" to="/account/change-password" label="修改密码">
          不要和别的网站用同一个
        </Line>
        <Line icon="device" name="登录的设备" to="/account/edit" label="查看设备">
          {devices.data && <Devices list={devices.data.list} />}
          {devices.isLoading && !devices.data && '正在查看…'}
        </Line>
      </ul>
      {devices.error && <LoadFailed load={devices} what="登录的设备" />}
    </ListCard>
  )
}

interface LineProps {
  icon: IconName
  name: string
  to: SitePath
  label: string
  children: ReactNode
}

function Line({ icon, name, to, label, children }: LineProps) {
  return (
    <li className="list-icon">
      <Icon name={icon} />
      <span>
        {name}
        <small>{children}</small>
      </span>
      <ButtonLink kind="ghost" size="small" to={to}>
        {label}
      </ButtonLink>
    </li>
  )
}

/** 2 台：这台（Chrome · Windows），Safari · iPhone（昨天 09:30）. */
function Devices({ list }: { list: readonly Session[] }) {
  const { timeZone } = useSite()
  const others = list
    .filter(({ current }) => !current)
    .toSorted((a, b) => Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt))
  const here = list.find(({ current }) => current)
  const [latest] = others
  const named = [
    here && `这台（${here.device}）`,
    latest && `${latest.device}（${formatDayTime(latest.lastSeenAt, timeZone)}）`,
  ].filter((part) => part !== undefined)
  return (
    <>
      {list.length} 台：
      {named.map((name, at) => (
        // breaks between them first
        <span key={name}>
          {name}
          {at < named.length - 1 ? '，' : others.length > 1 && '等'}
        </span>
      ))}
    </>
  )
}
