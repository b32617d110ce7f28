import { formatDayTime } from '../../lib/format/day-time.ts'
import { useSite } from '../../lib/site.ts'
import { UserText } from '../../shell/user-text.tsx'
import { LoadFailed } from '../../ui/feedback/loaded.tsx'
import { ListCard } from '../frame/list-card.tsx'
import { SettingLine } from '../frame/setting-line.tsx'
import { type Device, useDevices } from '../profile/use-devices.ts'

/** E-mail, password and devices, with links to change them. */
export function SecurityCard() {
  const devices = useDevices()
  return (
    <ListCard title="账户安全">
      <ul className="list">
        <SettingLine
          icon="mail"
          name="邮箱"
          link={{ to: '/account/change-email', label: '修改邮箱' }}
        >
          <UserText part="email" />
        </SettingLine>
        <SettingLine
          icon="lock"
          name="密码"
          link={{ to: '/account/change-password', label: '修改密码' }}
        >
          请勿与其他网站相同
        </SettingLine>
        <SettingLine
          icon="device"
          name="登录的设备"
          link={{ to: '/account/edit', label: '查看设备' }}
        >
          {devices.data && <Devices list={devices.data.list} />}
          {devices.isLoading && !devices.data && '正在加载…'}
        </SettingLine>
      </ul>
      {devices.error && <LoadFailed load={devices} what="登录的设备" />}
    </ListCard>
  )
}

/** For example: 2 台：本设备（Chrome · Windows），Safari · iPhone（昨天 09:30）. */
function Devices({ list }: { list: readonly Device[] }) {
  const { timeZone } = useSite()
  const others = list
    .filter(({ current }) => !current)
    .toSorted((a, b) => Date.parse(b.lastSeenAt) - Date.parse(a.lastSeenAt))
  const thisDevice = list.find(({ current }) => current)
  const [latest] = others
  const named = [
    thisDevice && `本设备（${thisDevice.device}）`,
    latest && `${latest.device}（${formatDayTime(latest.lastSeenAt, timeZone)}）`,
  ].filter((part) => part !== undefined)
  return (
    <>
      {list.length} 台：
      {named.map((name, at) => (
        // a span each, so that lines break between devices first
        <span key={name}>
          {name}
          {at < named.length - 1 ? '，' : others.length > 1 && '等'}
        </span>
      ))}
    </>
  )
}
